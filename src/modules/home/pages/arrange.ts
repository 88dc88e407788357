import type { Navigation } from '#layouts/public/shell.ts'
import type { Block, Home } from './loadHome.ts'

export type QuickLink = Navigation['links'][number]
type Kind = Block['kind']

/** What stands side by side where blocks follow one another; the others have a line for themselves. */
const FRAMES: { [In in Kind]?: 'notices' | 'rolls' | 'rules' } = {
  notices: 'notices',
  courses: 'notices',
  qualificationRoll: 'rolls',
  personRoll: 'rolls',
  memberRoll: 'rolls',
  documents: 'rules',
  quickLinks: 'rules',
}

/** The blocks that have something to show, line by line; `isBare` where none of that was written by anybody. */
export function arrange(home: Home, ways: QuickLink[]) {
  const at = (position: string) => home.adverts.some(advert => advert.position === position)
  const others: { [In in Kind]?: boolean } = {
    news: home.banners.length > 0,
    figures: home.figures !== null,
    courses: home.courses.length > 0,
    qualificationRoll: home.qualifications.length > 0,
    personRoll: home.persons.length > 0,
    memberRoll: home.joined.length > 0,
    advert: at('P2'),
    quickLinks: ways.length > 0 || at('P3'),
    faces: home.members.length > 0,
    links: home.links.length > 0,
  }
  const shown = home.blocks.filter(({ kind, articles }) => articles.length > 0 || others[kind])
  const lines: { frame: (typeof FRAMES)[Kind]; blocks: Block[] }[] = []
  for (const block of shown) {
    const frame = FRAMES[block.kind]
    const last = lines.at(-1)
    if (frame && last?.frame === frame) last.blocks.push(block)
    else lines.push({ frame, blocks: [block] })
  }
  return { lines, isBare: shown.every(({ kind }) => kind === 'figures' || kind === 'quickLinks') }
}
