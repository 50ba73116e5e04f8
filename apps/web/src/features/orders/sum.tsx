/** A row of sums: what it is, and how much. */
export function Sum({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="whitespace-nowrap">{value}</dd>
    </div>
  );
}
