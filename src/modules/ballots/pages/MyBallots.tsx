import { Link, useNavigate } from 'react-router'
import { useSubmit } from '#api/useApi.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { minute } from '#lib/dates.ts'
import { Empty } from '#ui/Empty.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { StateTag } from '#ui/Tag.tsx'
import { meansNames, secrecyNames } from '../ballotWords.ts'
import type { Route } from './+types/MyBallots'
import { PASS_PLACE } from './ballotTexts.ts'
import { ballotTones } from './ballotTones.ts'
import './vote.css'

export { myBallots as handle } from './screens.ts'

export const clientLoader = screenLoader(api => api('GET /member/ballot/list', {}))

/** Ballots on whose roll the account stands. */
export default function MyBallots({ loaderData: { list, toCount } }: Route.ComponentProps) {
  const { submit, busy, error } = useSubmit('POST /member/ballot/pass')
  const navigate = useNavigate()
  const open = async (id: number) => {
    const given = await submit({ id })
    if (!given) return
    sessionStorage.setItem(PASS_PLACE, given.pass)
    navigate('/vote')
  }
  return (
    <section className="centre-card">
      <Problem>{error?.message}</Problem>
      {toCount.length > 0 && (
        <>
          <h2>请您计票</h2>
          <ul className="my-ballots">
            {toCount.map(({ id, title, stateName }) => (
              <li key={id}>
                <h3>{title}</h3>
                <p>您是纸质选票的计票员。{stateName}</p>
                <Link className="button" to={`/admin/user/ballots/${id}/count`}>
                  填写计数
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {list.length === 0 && toCount.length === 0 && (
        <Empty title="没有投票">协会请您投票时，这里会列出，并给您发消息。</Empty>
      )}
      <ul className="my-ballots">
        {list.map(({ id, title, secrecy, closesAt, tookPart, isOpen, ...of }) => (
          <li key={id}>
            <h2>{title}</h2>
            <p>
              <StateTag of={of} tones={ballotTones} />　{secrecyNames[secrecy]}　截止 {minute(closesAt)}
              {'　'}
              {tookPart ? `已参加（${meansNames[tookPart]}）` : '未参加'}
            </p>
            <button type="button" className="button" disabled={busy} onClick={() => void open(id)}>
              {isOpen && !tookPart ? '去投票' : '查看'}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
