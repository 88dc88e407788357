import { defineBoardKind } from '#modules/review/boards/board.ts'

declare module '#modules/review/boards/board.ts' {
  interface BoardRegister {
    awards: true
  }
}

/** Decides whom an award goes to. */
defineBoardKind('awards', '奖励委员会')
