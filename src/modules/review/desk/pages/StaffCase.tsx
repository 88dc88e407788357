import '#ui/form/form.css'
import './desk.css'
import './case.css'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { type Answer, useApi, useSubmit } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import type { Output } from '#lib/contract.ts'
import { formatYuan } from '#lib/money.ts'
import { Rounds } from '#modules/review/applying/pages/Rounds.tsx'
import { StaffConfirmation } from '#modules/review/confirming/pages/StaffConfirmation.tsx'
import { KeysHelp } from '#ui/keys/KeysHelp.tsx'
import { useKeys } from '#ui/keys/useKeys.ts'
import { Notes } from '#ui/notes/Notes.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Timeline } from '#ui/Timeline.tsx'
import { useSwitch } from '#ui/useSwitch.ts'
import type { Route } from './+types/StaffCase'
import { type Case, type Decision, QUEUE, queueQuery } from './caseDecisions.ts'
import { StaffCaseBar } from './StaffCaseBar.tsx'
import { StaffCaseFiles, slotsOf } from './StaffCaseFiles.tsx'
import { StaffCaseForm } from './StaffCaseForm.tsx'
import { type Place, StaffCaseHead } from './StaffCaseHead.tsx'
import { StaffCaseRegister } from './StaffCaseRegister.tsx'
import { StaffDecide } from './StaffDecide.tsx'
import { StaffMeeting } from './StaffMeeting.tsx'
import { LastDecided, type LastDecision, StaffUndo, useLastDecision } from './StaffUndo.tsx'
import { checkRemarks, remarksOf, useRemarks } from './useRemarks.ts'

export { staffCase as handle } from '#modules/review/pages/screens.ts'

export const clientLoader = screenLoader(async (api, { params, query }) => {
  const id = pathId(params.id)
  const { filters, search } = queueQuery(query)
  const [of, place] = await Promise.all([
    api('GET /staff/review/detail', { id }),
    api('GET /staff/review/place', { id, ...filters }),
  ])
  return { of, place, search }
})

export default function StaffCase({ loaderData: { of, search, ...loaded } }: Route.ComponentProps) {
  useScreenName(of.title)
  const place = useLoaded(loaded.place)
  return <CaseDesk of={of} place={place} search={search} changed={place.reload} />
}

/** Delay in ms before asking again for the QR codes of a scan that is still being read. */
const READ_AGAIN_MS = 3_000

type Props = {
  of: Case
  place: Answer<Place>
  search: string
  changed: () => void
}

function CaseDesk({ of, place, search, changed }: Props) {
  const navigate = useNavigate()
  const last = useLastDecision()
  const remarking = useRemarks(of)
  const [asking, setAsking] = useState<Decision>()
  const [isMeeting, setMeeting] = useState(false)
  const [helping, setHelping] = useState(false)
  const [goesOn, turnGoesOn] = useSwitch('desk-next', true)
  const [keysOn, turnKeys] = useSwitch('desk-keys', true)
  const goTo = (id: number | null | undefined, last?: LastDecision) =>
    id && navigate(`${QUEUE}/${id}${search}`, { state: { last } })
  const ask = (action: Decision) => {
    if (!of.canDo.includes(action)) return
    if (action === 'return' && !checkRemarks(of, remarking)) return
    setAsking(action)
  }
  const meet = () => {
    const meeting = of.meeting?.open
    if (meeting) navigate(`/staff/meetings/${meeting.id}`)
    else setMeeting(true)
  }
  const askByKey = (action: Decision) => (action === 'pass' && of.meeting ? meet() : ask(action))
  useKeys(
    keysOn
      ? keysFor(askByKey, goTo, place.data, { back: () => navigate(QUEUE + search), help: () => setHelping(true) })
      : null,
  )
  const done = (name: string) => {
    remarking.clear()
    setAsking(undefined)
    // A case that was not opened from a list has no next one.
    if (!goesOn || !place.data?.n) return changed()
    const decided = { id: of.id, title: of.title, name }
    if (!goTo(place.data.next, decided)) navigate(QUEUE + search, { state: { last: decided } })
  }
  useEffect(() => {
    if (!of.materials.some(({ match }) => match === 'unread')) return
    const again = setTimeout(changed, READ_AGAIN_MS)
    return () => clearTimeout(again)
  }, [of, changed])
  const mayAsk = of.canDo.includes('return') && of.status !== 'paying' ? remarking : undefined
  const hasFiles = slotsOf(of).length > 0
  const told = (
    <>
      <StaffCaseNotes of={of} changed={changed} />
      <StaffCaseRegister id={of.id} />
    </>
  )
  const history = <CaseHistory of={of} />
  return (
    <>
      <LastDecided last={last} />
      <StaffCaseHead of={of} place={place} search={search} changed={changed} />
      <StaffUndo of={of} changed={changed} />
      <div className="case">
        {of.payment && <Payment of={of.payment} />}
        {of.isConfirmed && <StaffConfirmation id={of.id} />}
        {of.aside.map(aside => (
          <StaffCaseAside key={aside.title} of={aside} />
        ))}
        {hasFiles && (
          <StaffCaseFiles of={of} remarking={mayAsk}>
            {history}
          </StaffCaseFiles>
        )}
        <div>
          <StaffCaseForm of={of} remarking={mayAsk} />
          <Rounds rounds={of.rounds.slice(1).filter(isCorrection)} card="desk-card" />
        </div>
        {!hasFiles && (
          <div className="case-beside">
            {history}
            {told}
          </div>
        )}
      </div>
      {hasFiles && <div className="case case-told">{told}</div>}
      <StaffCaseBar
        of={of}
        goesOn={goesOn}
        turnGoesOn={turnGoesOn}
        asked={remarksOf(of, remarking).length}
        onAsk={ask}
        onMeet={meet}
        onHelp={() => setHelping(true)}
      />
      {asking && (
        <StaffDecide
          of={of}
          action={asking}
          reasons={remarking.reasons}
          opinion={remarking.opinion}
          onOpinion={remarking.setOpinion}
          remarks={remarksOf(of, remarking)}
          onClose={() => setAsking(undefined)}
          onDone={done}
          onConflict={() => {
            setAsking(undefined)
            changed()
          }}
        />
      )}
      {isMeeting && (
        <StaffMeeting
          of={of}
          onClose={() => setMeeting(false)}
          onDone={() => {
            setMeeting(false)
            changed()
          }}
        />
      )}
      {helping && <KeysHelp keys={KEYS} on={keysOn} turn={turnKeys} onClose={() => setHelping(false)} />}
    </>
  )
}

/** History of the case, kept in view beside the form while scrolling. */
const CaseHistory = ({ of }: { of: Case }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
  <section className="desk-card case-story" aria-label="这份申请的历史" tabIndex={0}>
    <h2>办理记录</h2>
    <Timeline events={of.timeline} />
  </section>
)

/** Tells whether the round changed something submitted before. */
const isCorrection = ({ changes }: Case['rounds'][number]) => changes.some(({ before }) => before)

/** The money beside the slip: what is owed, and what the payer says of it. */
const Payment = ({ of: { amount, facts } }: { of: NonNullable<Case['payment']> }) => (
  <section className="desk-card case-payment">
    <h2>缴费</h2>
    <p className="case-amount">
      应缴 <b>{formatYuan(amount)}</b> 元
    </p>
    <dl className="facts">
      {facts.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </section>
)

const KEYS: [string, string][] = [
  ['A', '通过，再按 Enter 确认；由会议表决的列入议程'],
  ['R', '退回补正'],
  ['D', '不予通过'],
  ['J', '打开列表中的下一份'],
  ['K', '打开列表中的上一份'],
  ['U', '返回列表'],
  ['?', '打开这份说明'],
]

function keysFor(
  ask: (action: Decision) => void,
  goTo: (id: number | null | undefined) => void,
  place: Place | undefined,
  { back, help }: { back: () => void; help: () => void },
) {
  const keys: Record<string, () => void> = {
    a: () => ask('pass'),
    r: () => ask('return'),
    d: () => ask('reject'),
    j: () => goTo(place?.next),
    k: () => goTo(place?.previous),
    u: back,
  }
  const capitals = Object.entries(keys).map(([key, act]) => [key.toUpperCase(), act])
  return { ...keys, ...Object.fromEntries(capitals), '?': help }
}

type Aside = Output<ApiContract['GET /staff/review/detail']>['aside'][number]

const StaffCaseAside = ({ of: { title, isConditions, facts, link } }: { of: Aside }) => {
  const unmet = isConditions ? facts.filter(({ isBad }) => isBad) : []
  const others = facts.filter(fact => !unmet.includes(fact))
  return (
    <section className="desk-card case-aside">
      <h2>{title}</h2>
      {unmet.length > 0 && (
        <>
          <h3>
            <Tag tone="bad">不符合 {unmet.length} 项</Tag>
          </h3>
          <Conditions facts={unmet} />
          {others.length > 0 && (
            <h3>
              <Tag tone="good">符合 {others.length} 项</Tag>
            </h3>
          )}
        </>
      )}
      {others.length > 0 && <Conditions facts={others} />}
      {link && (
        <p className="form-actions">
          <Link className="button" to={link.route}>
            {link.name}
          </Link>
        </p>
      )}
    </section>
  )
}

const Conditions = ({ facts }: Pick<Aside, 'facts'>) => (
  <dl className="facts">
    {facts.map(({ label, text, isBad }) => (
      <div key={label} data-bad={isBad || undefined}>
        <dt>{label}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
)

function StaffCaseNotes({ of, changed }: { of: Case; changed: () => void }) {
  const { data: colleagues = [] } = useApi('GET /staff/review/colleagues', {})
  const adding = useSubmit('POST /staff/review/note')
  const removing = useSubmit('POST /staff/review/note/remove')
  const add = async (text: string) => {
    const isDone = Boolean(await adding.submit({ id: of.id, text }))
    if (isDone) changed()
    return isDone
  }
  const remove = async (id: number) => {
    if (await removing.submit({ id })) changed()
  }
  return (
    <section className="desk-card">
      <h2>内部备注</h2>
      <Notes
        draft={`case-note-${of.id}`}
        notes={of.notes}
        colleagues={colleagues.map(({ name }) => name)}
        hint="只有工作人员能看到；写下 10 分钟内可以删除。输入 @ 选择同事，该同事会收到消息。"
        busy={adding.busy}
        problem={(adding.error ?? removing.error)?.message}
        add={add}
        remove={remove}
      />
    </section>
  )
}
