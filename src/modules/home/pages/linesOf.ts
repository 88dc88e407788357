import type { Block } from './Home.tsx'

/** What stands side by side where blocks follow one another; the others have a line for themselves. */
const FRAMES: { [In in Block['kind']]?: 'notices' | 'rolls' | 'rules' } = {
  notices: 'notices',
  courses: 'notices',
  qualificationRoll: 'rolls',
  personRoll: 'rolls',
  memberRoll: 'rolls',
  documents: 'rules',
  quickLinks: 'rules',
}

/** The blocks line by line, each line with its frame. */
export function linesOf(all: Block[]) {
  const lines: { frame: (typeof FRAMES)[Block['kind']]; blocks: Block[] }[] = []
  for (const block of all) {
    const frame = FRAMES[block.kind]
    const last = lines.at(-1)
    if (frame && last?.frame === frame) last.blocks.push(block)
    else lines.push({ frame, blocks: [block] })
  }
  return lines
}
