/** What an acknowledged write survives: a power failure (`commit`), or only a crash of the process (`none`). */
export type Durability = 'commit' | 'none';
