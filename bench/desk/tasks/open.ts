import type { Hand } from '../hand.ts'

/** Opens a screen by its name from anywhere, in three steps. */
export async function open({ page, press, write, see }: Hand, screen: string) {
  await press('Control+k')
  await write(screen)
  await see(page.getByRole('option', { name: new RegExp(`^${screen}(?![\\p{L}])`, 'u'), selected: true }))
  await press('Enter')
  await see(page.getByRole('heading', { level: 1, name: screen }))
}
