import { typedKeys } from '#lib/keys.ts'

/** Boards that exist whatever the subject of their decisions. */
export const usualBoards = { council: '理事会', standing: '常务理事会', secretariat: '秘书长办公会' } as const

/**
 * 审议会: where what has passed its reviews is decided on, all of an agenda at once. A module whose applications go to a
 * meeting of its own declares that here (`declare module`), defines it, and names the file in `src/stages.ts`.
 */
export interface BoardRegister extends Record<keyof typeof usualBoards, true> {}
export type BoardKind = keyof BoardRegister

const kinds = new Map<BoardKind, string>()

export function defineBoardKind(kind: BoardKind, name: string): void {
  if (kinds.has(kind)) throw new Error(`two kinds of meetings are called ${kind}`)
  kinds.set(kind, name)
}

for (const kind of typedKeys(usualBoards)) defineBoardKind(kind, usualBoards[kind])

export const boardKinds = () => [...kinds.keys()]

export function nameOfBoard(kind: BoardKind): string {
  const found = kinds.get(kind)
  if (!found) throw new Error(`there is no kind of meeting called ${kind}`)
  return found
}

export const boardKindOptions = () => boardKinds().map(code => ({ code, name: nameOfBoard(code) }))

/** `planned`: the agenda may change. `held`: it has met, on this agenda. `recorded`: what it decided has taken effect. */
export const boardStateNames = { planned: '筹备中', held: '已召开', recorded: '已记录' }
export type BoardState = keyof typeof boardStateNames
export const boardStates = typedKeys(boardStateNames)

/** `postpone`: it stays where it is, for another meeting. */
export const outcomeNames = { pass: '通过', reject: '不予通过', postpone: '下次再议' }
export type Outcome = keyof typeof outcomeNames
export const outcomes = typedKeys(outcomeNames)
