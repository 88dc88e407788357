/** Effect of a listed word: blocks publishing or needs confirmation. */
export const wordKinds = { forbidden: '禁用', doubtful: '须核对' } as const
export type WordKind = keyof typeof wordKinds
