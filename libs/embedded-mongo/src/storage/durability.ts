/** What an answered write survives: a power failure, or a crash of the process only. */
export type Durability = 'commit' | 'none';
