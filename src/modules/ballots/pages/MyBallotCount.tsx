import './vote.css'
import { useRevalidator } from 'react-router'
import { pathId } from '#api/load.ts'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import type { Route } from './+types/MyBallotCount'
import { PaperCountForm } from './PaperCountForm.tsx'

export { myBallotCount as handle } from './screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /member/ballot/count', { id: pathId(params.id) }),
)

/** Paper slips that a member was asked to count. */
export default function MyBallotCount({ loaderData: of }: Route.ComponentProps) {
  useScreenName(`计票：${of.title}`)
  const { revalidate } = useRevalidator()
  const sending = useSubmit('POST /member/ballot/count')
  if (of.state !== 'closed')
    return (
      <section className="centre-card">
        <p>{of.state === 'open' ? '投票还没有截止，截止以后在这里填写您点到的票数。' : '已经计票，不能再填写。'}</p>
      </section>
    )
  return (
    <PaperCountForm
      of={of}
      sending={sending}
      reload={() => {
        announce('计数已提交')
        void revalidate()
      }}
    />
  )
}
