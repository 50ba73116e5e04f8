/** By which beginnings an order is found, in lower case: its code with and without the prefix, the name and its words. */
export function searchTerms(code: string, name: string): string[] {
  const plain = code.toLowerCase();
  const words = name.toLowerCase().split(/\s+/).filter(Boolean);
  return [
    ...new Set([plain, plain.replace(/^fg-/, ''), words.join(' '), ...words].filter(Boolean)),
  ];
}
