import { screenLoader } from '#layouts/screenLoader.ts'
import { minute } from '#lib/dates.ts'
import { Empty } from '#ui/Empty.tsx'
import { Link } from '#ui/router/router.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/MySurveys'
import { answerTones } from './surveyTones.ts'
import './surveys.css'

export { mySurveys as handle } from './screens.ts'

export const clientLoader = screenLoader(api => api('GET /member/survey/list', {}))

/** Surveys that the company or person is asked to fill in. */
export default function MySurveys({ loaderData: { list } }: Route.ComponentProps) {
  return (
    <section className="centre-card">
      {list.length === 0 && <Empty title="没有问卷">协会请您填写问卷时，这里会列出，并给您发消息。</Empty>}
      <ul className="my-surveys">
        {list.map(({ key, title, state, stateName, closesAt, lateUntil, answerState, answerStateName, answeredOn }) => (
          <li key={key}>
            <h2>{title}</h2>
            <p>
              <Tag tone={answerTones[answerState]}>{answerStateName}</Tag>　{answeredOn && `${answeredOn} 交卷　`}
              {state === 'open' ? (closesAt ? `截止 ${minute(closesAt)}` : '') : stateName}
              {lateUntil && `　准许交到 ${lateUntil}`}
            </p>
            <Link className="button" to={`/admin/survey/${key}`}>
              {answerState === 'in' ? '查看' : '填写'}
              <span className="hidden-text">：{title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
