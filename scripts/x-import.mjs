export const names=async n=>Object.keys(await import(n));
