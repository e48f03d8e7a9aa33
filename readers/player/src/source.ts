/** Puzzles by id, from a bundle whose files the page holds as base64. */
import { Bundle, BundleError, type Fetch, type Puzzle, type VolumeRecord } from "../../typescript/src/index.js";

/** The files of a bundle by name, as `play/bundle.js` sets them: pages from files can't fetch. */
export type Embedded = Readonly<Record<string, string>>;

export interface Group {
  readonly kind: VolumeRecord["kind"];
  readonly rows: number;
  readonly cols: number;
  /** Withdrawn ones included. */
  readonly puzzles: number;
  readonly volumes: readonly VolumeRecord[];
}

export interface Found {
  readonly puzzle: Puzzle;
  /** The id of the one after it in the bundle. */
  readonly next: string | null;
  readonly group: Group;
}

export class Source {
  readonly #volumes = new Map<string, Promise<Puzzle[]>>();

  private constructor(readonly bundle: Bundle) {}

  static async open(files: Embedded): Promise<Source> {
    return new Source(await Bundle.open(fetchFrom(files)));
  }

  /** The kinds and sizes in the bundle's order. */
  groups(): Group[] {
    const groups = new Map<string, { -readonly [K in keyof Group]: Group[K] }>();
    for (const volume of this.bundle.manifest.volumes) {
      const { kind, rows, cols } = volume;
      const key = `${kind} ${rows} ${cols}`;
      const group = groups.get(key) ?? { kind, rows, cols, puzzles: 0, volumes: [] };
      groups.set(key, { ...group, puzzles: group.puzzles + volume.puzzles, volumes: [...group.volumes, volume] });
    }
    return [...groups.values()];
  }

  /** How many puzzles of a group can be played; its volumes are read when a withdrawn one may be among them. */
  async count(group: Group): Promise<number> {
    const mayHold = (id: string): boolean => {
      const size = /-(\d+)x(\d+)-/.exec(id);
      return !size || (size[1] === String(group.rows) && size[2] === String(group.cols));
    };
    return this.bundle.manifest.withdrawn.some(mayHold) ? (await this.puzzles(group)).length : group.puzzles;
  }

  /** The puzzles of a group; a volume is read once. */
  async puzzles(group: Group): Promise<Puzzle[]> {
    return (await Promise.all(group.volumes.map((volume) => this.#volume(volume)))).flat();
  }

  /** A puzzle by its id, or null. Volumes of the size in the id are read first, and no more than are needed. */
  async find(id: string): Promise<Found | null> {
    const size = /-(\d+)x(\d+)-/.exec(id);
    const isLikely = ({ rows, cols }: VolumeRecord): boolean => size?.[1] === String(rows) && size[2] === String(cols);
    const volumes = this.bundle.manifest.volumes;
    for (const volume of [...volumes.filter(isLikely), ...volumes.filter((one) => !isLikely(one))]) {
      const puzzles = await this.#volume(volume);
      const place = puzzles.findIndex((one) => one.id === id);
      if (place < 0) continue;
      const after = volumes[volumes.indexOf(volume) + 1];
      const next = puzzles[place + 1] ?? (after && (await this.#volume(after))[0]);
      const group = this.groups().find((one) => one.volumes.includes(volume))!;
      return { puzzle: puzzles[place]!, next: next?.id ?? null, group };
    }
    return null;
  }

  #volume(volume: VolumeRecord): Promise<Puzzle[]> {
    const known = this.#volumes.get(volume.name) ?? this.bundle.puzzles(volume);
    this.#volumes.set(volume.name, known);
    return known;
  }
}

/** What `Bundle.open` wants, from embedded files. */
export function fetchFrom(files: Embedded): Fetch {
  return async (name) => {
    const text = Object.hasOwn(files, name) ? files[name] : undefined;
    if (text === undefined) throw new BundleError(`${name}: is missing in the page`);
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  };
}
