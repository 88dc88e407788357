import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { useCalled } from '#layouts/called.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useSections } from '#layouts/staff/useSections.ts'
import type { Output } from '#lib/contract.ts'
import { Tag } from '#ui/Tag.tsx'
import { callSections } from '../callForm.ts'
import type { Route } from './+types/StaffAwardCall'
import { CallActs } from './CallActs.tsx'
import { CallPapers } from './CallPapers.tsx'
import { callTone } from './callTone.ts'
import { RuleCard } from './RuleCard.tsx'
import '#modules/awards/pages/staffAwards.css'

export { staffAwardCall as handle } from '#modules/awards/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/award/call/detail', { id: pathId(params.id) }),
)

export type CallDetail = Output<ApiContract['GET /staff/award/call/detail']>

/** One year's call: where it stands, what may be done to it, and what it asks for, a card a part. */
export default function StaffAwardCall({ loaderData: of }: Route.ComponentProps) {
  useCalled(of.title)
  const { cardOf, said, done, reload } = useSections((form, version = String(of.version)) =>
    browserApi('POST /staff/award/call/save', { id: of.id, version: Number(version), form }),
  )
  return (
    <>
      <Head of={of} said={said} done={done} reload={reload} />
      {callSections.map((section, i) => (
        <RuleCard key={section} of={of} {...cardOf(section)} hindrance={i >= RULES ? of.rulesLocked : null}>
          {i === 0 && <CallPapers of={of} done={done} reload={reload} />}
        </RuleCard>
      ))}
    </>
  )
}

/** From which card on the rules begin. */
const RULES = 2

type HeadProps = { of: CallDetail; said: string; done: (words: string) => void; reload: () => void }

function Head({ of, said, done, reload }: HeadProps) {
  return (
    <section className="desk-card">
      <h2>
        {of.title} <Tag tone={callTone(of)}>{of.statusName}</Tag>
      </h2>
      <p>
        {of.kindName} · {of.year} 年度 · {of.opensOn} 至 {of.closesOn}
        {of.changed && ` · ${of.changed.actorName} 于 ${of.changed.at} 修改过`}
      </p>
      <p className="award-figures">
        <Link to={`/staff/award-entries?callId=${of.id}`}>申报 {of.entries} 项</Link>
        <span>填写中 {of.drafts} 项</span>
        {of.byState
          .filter(({ status }) => status !== 'draft')
          .map(({ status, statusName, count }) => (
            <Link key={status} to={`/staff/award-entries?callId=${of.id}&status=${status}`}>
              {statusName} {count}
            </Link>
          ))}
      </p>
      {of.entries > 0 && of.byGroup.length > 0 && (
        <p className="award-figures">
          {of.byGroup.map(({ code, name, count }) => (
            <span key={code}>
              {name} {count}
            </span>
          ))}
        </p>
      )}
      {of.missing.length > 0 && (
        <div className="award-missing">
          <p>发布前还须：</p>
          <ul>
            {of.missing.map(text => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      <CallActs of={of} done={done} reload={reload} />
      <p role="status">{said}</p>
    </section>
  )
}
