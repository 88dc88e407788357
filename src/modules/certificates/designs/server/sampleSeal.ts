import type { readPictures } from './designedSheet.ts'

/** A round seal with a star, which says that it is none. */
const SEAL = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">
<g fill="none" stroke="#d5281e" stroke-width="5"><circle cx="100" cy="100" r="95"/></g>
<path fill="#d5281e" d="M100 50l11.2 34.5h36.3l-29.4 21.4 11.3 34.5L100 119.1l-29.4 21.3 11.3-34.5-29.4-21.4h36.3z"/>
<text x="100" y="172" font-size="24" font-family="Noto Sans SC" font-weight="700" text-anchor="middle" fill="#d5281e">样 章</text>
</svg>`

type Shown = Awaited<ReturnType<typeof readPictures>>

export const sampleSeal = (shown: Shown): Shown => ({
  ...shown,
  seal: Buffer.from(SEAL),
  types: { ...shown.types, seal: 'sample-seal.svg' },
})
