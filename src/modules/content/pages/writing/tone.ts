import type { Tone } from '#ui/Tag.tsx'
import type { ArticleState } from '../../articleStates.ts'

export const toneOf: Record<ArticleState, Tone> = {
  draft: 'plain',
  review: 'flame',
  returned: 'warn',
  scheduled: 'water',
  published: 'good',
  withdrawn: 'bad',
}
