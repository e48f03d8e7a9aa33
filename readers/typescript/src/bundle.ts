import { BundleError, within } from "./errors.js";
import { checkBuild, checkFile, readManifest, type FileRecord, type Manifest, type VolumeRecord } from "./manifest.js";
import type { Puzzle } from "./puzzle.js";
import { readTable, type Table } from "./table.js";
import { readVolume } from "./volume.js";

/** Gives the bytes of a file of the bundle by its name: from the network, a package, a folder. */
export type Fetch = (name: string) => Promise<Uint8Array>;

export interface Options {
  /** Whether sizes and SHA-256 are compared with the manifest (default: yes; needs WebCrypto). */
  readonly verify?: boolean;
}

/** A bundle whose manifest and table are read; volumes are loaded when they are wanted. */
export class Bundle {
  readonly #fetch: Fetch;
  readonly #verify: boolean;

  private constructor(
    readonly manifest: Manifest,
    readonly table: Table,
    fetch: Fetch,
    verify: boolean,
  ) {
    this.#fetch = fetch;
    this.#verify = verify;
  }

  /** Reads manifest and table. Throws BundleError, or what `fetch` throws. */
  static async open(fetch: Fetch, { verify = true }: Options = {}): Promise<Bundle> {
    const bytes = await fetch("manifest.json");
    const manifest = within("manifest.json", () => readManifest(bytes));
    if (verify) await checked("manifest.json", checkBuild(bytes));
    const table = await load(fetch, manifest.table, verify, readTable);
    if (table.lang !== manifest.lang) {
      throw new BundleError(`${manifest.table.name}: language ${table.lang}, expected ${manifest.lang}`);
    }
    return new Bundle(manifest, table, fetch, verify);
  }

  /** The puzzles of a volume, without withdrawn ones. */
  async puzzles(volume: VolumeRecord): Promise<Puzzle[]> {
    const all = await load(this.#fetch, volume, this.#verify, (bytes) => readVolume(bytes, volume, this.table));
    const withdrawn = new Set(this.manifest.withdrawn);
    return all.filter((puzzle) => !withdrawn.has(puzzle.id));
  }

  /** All puzzles, volume by volume, without withdrawn ones. */
  async *all(): AsyncGenerator<Puzzle> {
    for (const volume of this.manifest.volumes) yield* await this.puzzles(volume);
  }
}

async function load<T>(
  fetch: Fetch,
  record: FileRecord,
  verify: boolean,
  read: (bytes: Uint8Array) => T,
): Promise<T> {
  const bytes = await fetch(record.name);
  if (verify) await checked(record.name, checkFile(bytes, record));
  return within(record.name, () => read(bytes));
}

async function checked(name: string, check: Promise<void>): Promise<void> {
  try {
    await check;
  } catch (problem) {
    within(name, () => {
      throw problem;
    });
  }
}
