import { Link } from 'react-router'
import { saveFile } from '#api/file.ts'
import { pathId } from '#api/load.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import type { Payer } from '#modules/ledger/payers.ts'
import type { Route } from './+types/StaffPayer'
import { PayerLines } from './PayerLines.tsx'

export { staffPayer as handle } from '#modules/money/pages/screens.ts'

export const clientLoader = listLoader(async (api, { query, params }) => {
  const day = (name: string) => query.get(name) || undefined
  // A kind that there is not is refused by the server.
  const asked = { kind: params.kind as Payer['kind'], id: pathId(params.id), from: day('from'), to: day('to') }
  return { asked, account: await api('GET /staff/payer/account', asked) }
})

/** 往来对账: what one payer owed and paid, over all kinds of fees. */
export default function StaffPayer({ loaderData: { asked, account } }: Route.ComponentProps) {
  const answer = useLoaded(account)
  useScreenName(answer.data.name)
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>{answer.data.name}</h2>
        {asked.kind === 'organisation' && <Link to={`/staff/organisations/${asked.id}`}>单位档案</Link>}
      </div>
      <PayerLines
        answer={answer}
        save={() => saveFile('GET /staff/payer/statement', asked)}
        routeOf={id => `/staff/receivables/${id}`}
      />
    </section>
  )
}
