/** How long one kind of things took. */
export class Timing {
  /** How many fell up to each bound and above the one before; the last are those beyond all bounds. */
  readonly counts: number[];
  sum = 0;

  constructor(private readonly bounds: readonly number[]) {
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  add(seconds: number): void {
    const { bounds, counts } = this;
    let at = 0;
    while (at < bounds.length && seconds > Number(bounds[at])) at++;
    counts[at] = Number(counts[at]) + 1;
    this.sum += seconds;
  }
}

/**
 * A histogram that is cheap to add to. That of Prometheus' client makes texts of labels and bounds for each value, which
 * takes a fifth of the time of a short answer; here whoever adds keeps the {@link Timing} of its labels.
 */
export class Timings<Label extends string> {
  private readonly told: { readonly labels: string; readonly timing: Timing }[] = [];

  constructor(
    private readonly about: {
      readonly name: string;
      readonly help: string;
      readonly labelNames: readonly Label[];
      /** Upper bounds in seconds, growing. */
      readonly bounds: readonly number[];
    },
  ) {}

  /** A new series; of the same labels there may be one only. */
  series(values: Readonly<Record<Label, string>>): Timing {
    const timing = new Timing(this.about.bounds);
    const labels = this.about.labelNames.map((name) => `${name}="${escaped(values[name])}"`);
    this.told.push({ labels: labels.join(','), timing });
    return timing;
  }

  /** All of it in Prometheus' text form. */
  text(): string {
    const { name, help, bounds } = this.about;
    const lines = this.told.flatMap(({ labels, timing: { counts, sum } }) => {
      let upTo = 0;
      const buckets = [...bounds, '+Inf'].map((bound, at) => {
        upTo += counts[at] ?? 0;
        return `${name}_bucket{le="${bound}",${labels}} ${upTo}`;
      });
      return [...buckets, `${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${upTo}`];
    });
    return [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`, ...lines, ''].join('\n');
  }
}

const escaped = (value: string) =>
  value.replace(/[\\"\n]/g, (letter) => (letter === '\n' ? '\\n' : `\\${letter}`));
