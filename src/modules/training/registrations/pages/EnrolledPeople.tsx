import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { reloadOnConflict } from '#api/useApi.ts'
import { useMay } from '#layouts/staff/staff.ts'
import { minute } from '#lib/dates.ts'
import type { FormValues } from '#lib/form/form.ts'
import { formatYuan } from '#lib/money.ts'
import { FilePreview } from '#ui/file/FilePreview.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Table, type TableColumn } from '#ui/table/Table.tsx'
import { decisionReason, type Enrolled, type StaffRegistrationDetail } from './deskViews.ts'
import { RevealNumbers } from './RevealNumbers.tsx'

type Props = { of: StaffRegistrationDetail; done: (words: string) => void; reload: () => void }
type PersonAct = { act: 'remove' | 'replace'; who: Enrolled }

/** Participants with masked numbers; once confirmed, staff can remove or replace them. */
export function EnrolledPeople({ of, done, reload }: Props) {
  const [asked, ask] = useState<PersonAct>()
  const [photo, showPhoto] = useState<Enrolled>()
  const active = of.people.filter(({ isActive }) => isActive)
  const gone = of.people.length - active.length
  const send = async ({ act, who }: PersonAct, { reason, ...form }: FormValues) => {
    const seen = { id: who.id, version: of.version, reason: String(reason ?? '') }
    if (act === 'remove') await browserApi('POST /staff/training/registration/removeParticipant', seen)
    else await browserApi('POST /staff/training/registration/replaceParticipant', { ...seen, form })
    done(act === 'remove' ? `已去掉 ${who.name}` : `${who.name} 已更换`)
  }
  return (
    <section className="desk-card">
      <h2>
        {of.course.people}（{active.length} 人{gone > 0 && active.length > 0 && `，另有 ${gone} 人已去掉`}）
      </h2>
      <Table<Enrolled>
        caption={of.course.people}
        rows={of.people}
        columns={columnsFor(of, ask, showPhoto, useMay('staff:members'))}
      />
      {photo && <FilePreview file={{ id: photo.photoId!, name: photo.name }} onClose={() => showPhoto(undefined)} />}
      {asked && (
        <FormDialog
          {...wordsFor(asked, active.length)}
          danger={asked.act === 'remove'}
          fields={
            asked.act === 'remove'
              ? [decisionReason]
              : [...of.personFields.map(field => ({ ...field, section: '' })), decisionReason]
          }
          send={values => send(asked, values).catch(error => reloadOnConflict(error, reload))}
          close={() => ask(undefined)}
        />
      )}
    </section>
  )
}

function wordsFor({ act, who }: PersonAct, active: number) {
  if (act === 'replace')
    return {
      title: `更换：${who.name}`,
      action: '更换',
      intro: <p>由另一人占用这个名额，报名人收到消息。已报名的人不能重复报名。</p>,
    }
  const last = active === 1 && '这是最后一人，报名随之取消；已缴费的列入待退费。'
  return {
    title: `去掉：${who.name}`,
    action: '去掉',
    intro: <p>报名人收到消息；空出的名额依次递补给候补者，并通知他们确认。{last}</p>,
  }
}

function columnsFor(
  of: StaffRegistrationDetail,
  ask: (asked: PersonAct) => void,
  showPhoto: (who: Enrolled) => void,
  mayOpen: boolean,
): TableColumn<Enrolled>[] {
  const mayChange = of.canDo.includes('people')
  const isAsked = (name: string) => of.personFields.some(field => field.name === name)
  const hasPhotos = of.people.some(({ photoId }) => photoId !== null)
  const told = (who: Enrolled) => [
    who.education,
    who.jobTitle,
    who.position,
    who.workYears && `从业 ${who.workYears} 年`,
  ]
  const applied = (who: Enrolled) => [who.levelName, who.examKindName, who.oldCertificate]
  const lodging = (who: Enrolled) => [who.stayName, who.roommate && `同住 ${who.roommate}`, who.diet]
  const joined = (parts: (string | number | null)[]) => parts.filter(Boolean).join('，') || '—'
  return [
    {
      name: '姓名',
      cell: who => (
        <>
          {who.personId && mayOpen ? <Link to={`/staff/persons/${who.personId}`}>{who.name}</Link> : who.name}
          <small>{[who.sexName, told(who).filter(Boolean).join('，')].filter(Boolean).join('，')}</small>
        </>
      ),
    },
    ...(hasPhotos ? [{ name: '照片', cell: (who: Enrolled) => <Photo who={who} show={() => showPhoto(who)} /> }] : []),
    {
      name: isAsked('idNumber') ? '证件和手机' : '手机',
      cell: who => (
        <span className="reveal">
          {who.idNumber && [who.idTypeName, who.idNumber].filter(Boolean).join(' ')}
          {who.idNumber && <br />}
          {who.mobile} <RevealNumbers id={of.id} participantId={who.id} of={who.name} />
        </span>
      ),
    },
    ...(of.people.some(who => applied(who).some(Boolean))
      ? [{ name: '报考', cell: (who: Enrolled) => joined(applied(who)) }]
      : []),
    ...(of.people.some(({ fareName }) => fareName)
      ? [{ name: '票种', cell: ({ fareName, fee }: Enrolled) => `${fareName} ${formatYuan(fee ?? 0)} 元` }]
      : []),
    ...(of.people.some(({ answers }) => answers.length > 0)
      ? [{ name: '附加栏目', cell: ({ answers }: Enrolled) => <Answers answers={answers} /> }]
      : []),
    ...(of.people.some(({ stayName, diet }) => stayName !== '不住宿' || diet)
      ? [{ name: '住宿', cell: (who: Enrolled) => joined(lodging(who)) }]
      : []),
    ...(isAsked('consent')
      ? [{ name: '同意公示', cell: ({ hasConsent }: Enrolled) => (hasConsent ? '同意' : '未同意'), nowrap: true }]
      : []),
    {
      name: '情况',
      cell: who => (
        <PersonStatus who={who} pass={of.course.pass} isOver={of.people.every(({ isActive }) => !isActive)} />
      ),
    },
    ...(mayChange
      ? [
          {
            name: '办理',
            cell: (who: Enrolled) =>
              who.isActive && !who.checkedInAt ? (
                <span className="enrolled-acts">
                  {(['replace', 'remove'] as const).map(act => (
                    <Button key={act} size="small" onClick={() => ask({ act, who })}>
                      {act === 'replace' ? '更换' : '去掉'}
                      <span className="hidden-text">：{who.name}</span>
                    </Button>
                  ))}
                </span>
              ) : (
                '—'
              ),
          },
        ]
      : []),
  ]
}

const Answers = ({ answers }: Pick<Enrolled, 'answers'>) =>
  answers.map(({ label, text }) => (
    <div key={label}>
      <small>{label}</small> {text}
    </div>
  ))

const Photo = ({ who, show }: { who: Enrolled; show: () => void }) =>
  who.photoId === null ? (
    '没有'
  ) : (
    <button type="button" className="enrolled-photo" onClick={show} aria-label={`放大 ${who.name} 的照片`}>
      <img src={`/api/file/${who.photoId}?w=320`} alt="" />
    </button>
  )

function PersonStatus({ who, pass, isOver }: { who: Enrolled; pass: string; isOver: boolean }) {
  if (!who.isActive) return isOver ? '—' : <Tag tone="bad">已去掉</Tag>
  if (who.checkedInAt)
    return (
      <>
        {minute(who.checkedInAt)} 报到
        <small>{who.resultName}</small>
      </>
    )
  return who.ticketNumber ? `${pass} ${who.ticketNumber}` : '—'
}
