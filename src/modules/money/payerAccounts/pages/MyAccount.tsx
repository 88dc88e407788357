import { saveFile } from '#api/file.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Route } from './+types/MyAccount'
import { PayerLines } from './PayerLines.tsx'

export { myAccount as handle } from '#modules/money/pages/screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const day = (name: string) => query.get(name) || undefined
  const asked = { from: day('from'), to: day('to') }
  return { asked, account: await api('GET /member/payer/account', asked) }
})

/** 我的往来: what one owed the association and paid it. */
export default ({ loaderData: { asked, account } }: Route.ComponentProps) => (
  <section className="centre-card">
    <h2>与协会的往来</h2>
    <PayerLines answer={useLoaded(account)} save={() => saveFile('GET /member/payer/statement', asked)} />
  </section>
)
