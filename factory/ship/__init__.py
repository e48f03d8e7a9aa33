"""What leaves the factory: bundles, exports and pages."""
