import './meetings.css'
import './minutes.css'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { pathId } from '#api/load.ts'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import type { Output } from '#lib/contract.ts'
import { addDays, dayOf, minute } from '#lib/dates.ts'
import { optionsOf } from '#lib/form/form.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { ActButton, Acts, defineAct } from '#ui/act/Acts.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Upload, type UploadedFile } from '#ui/file/Upload.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { StateTag, Tag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import { ANSWER_DAYS, type Verdict, verdictNames } from '../minutesWords.ts'
import type { Route } from './+types/StaffMinutes'
import { MinutesDraft } from './MinutesDraft.tsx'
import { MinutesText } from './MinutesText.tsx'
import { minutesTones } from './tones.ts'

export { staffMinutes as handle } from './screens.ts'

export const clientLoader = screenLoader(async (api, { params }) => {
  const id = pathId(params.id)
  return { id, of: await api('GET /staff/meeting/minutes', { id }) }
})

type MeetingMinutes = Output<ApiContract['GET /staff/meeting/minutes']>
export type MinutesVersion = MeetingMinutes['versions'][number]
type Answered = MinutesVersion['answers'][number]

/** 会议纪要: the version that is worked on, with what was said of it, and the versions before. */
export default function StaffMinutes({ loaderData: { id, of } }: Route.ComponentProps) {
  useScreenName(`${of.title}　纪要`)
  const { revalidate } = useRevalidator()
  const changed = () => void revalidate()
  const [current, ...earlier] = of.versions
  if (!current) return <Begin id={id} of={of} changed={changed} />
  return (
    <>
      <Current id={id} of={of} current={current} changed={changed} />
      {current.answers.length > 0 && <Answers of={current} changed={changed} />}
      {earlier.map(one => (
        <Earlier key={one.minutesId} of={one} />
      ))}
    </>
  )
}

function Begin({ id, of, changed }: { id: number; of: MeetingMinutes; changed: () => void }) {
  const { submit, busy, error } = useSubmit('POST /staff/meeting/minutes/draft')
  const draft = async () => {
    if (!(await submit({ id }))) return
    announce('已按会议记录起草')
    changed()
  }
  return (
    <section className="desk-card">
      <h2>{of.title}　会议纪要</h2>
      <Empty title="还没有会议纪要">
        <p>
          {of.isOver
            ? '按会议记录起草：到会、委托、表决和决定写成句子，您再逐项补写讨论的内容。'
            : '记录审议结果或休会以后才能起草。'}
        </p>
      </Empty>
      <Problem>{error?.message}</Problem>
      <div className="form-actions">
        {of.isOver && (
          <Button type="primary" loading={busy} onClick={() => void draft()}>
            起草会议纪要
          </Button>
        )}
        <Link to={`/staff/meetings/${id}`}>回到会议</Link>
      </div>
    </section>
  )
}

type CurrentProps = { id: number; of: MeetingMinutes; current: MinutesVersion; changed: () => void }
type Subject = MinutesVersion & { meetingId: number; attended: number; who: string; hindrance: string }

function Current({ id, of, current, changed }: CurrentProps) {
  const [isScanning, scan] = useState(false)
  const who = of.signatories.map(({ roleName, name }) => `${roleName} ${name}`).join('、')
  const subject: Subject = { ...current, meetingId: id, attended: of.attended, who, hindrance: of.hindrance }
  const possible = of.canDo.filter(act => act !== 'draft' && act !== 'scan')
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>
          {of.title}　纪要第 {current.number} 稿
        </h2>
        <StateTag of={current} tones={minutesTones} />
      </div>
      <Facts
        facts={[
          ['另起一稿的原因', current.reason],
          ['征求意见', current.circulatedAt && `${minute(current.circulatedAt)} 发出，${current.answerBy} 前答复`],
          ['签署', signedWords(current) || signatoryWords(of)],
          ['最近处理', `${current.actorName} ${minute(current.updatedAt)}`],
        ]}
      />
      {of.hindrance && <p>送签署以前：{of.hindrance}。</p>}
      {current.scans.length > 0 && (
        <Upload use="material" label="签名的扫描件" value={current.scans} onChange={() => {}} readOnly />
      )}
      <Acts acts={acts} possible={possible} of={subject} reload={changed}>
        <Papers of={current} />
        {of.canDo.includes('scan') && <Button onClick={() => scan(true)}>上传签名的扫描件</Button>}
        <Link to={`/staff/meetings/${id}`}>回到会议</Link>
      </Acts>
      {current.state === 'draft' ? (
        <MinutesDraft key={current.version} of={current} changed={changed} />
      ) : (
        <MinutesText content={current.content} />
      )}
      {isScanning && <Scan of={subject} changed={changed} close={() => scan(false)} />}
    </section>
  )
}

const signedWords = ({ signatures }: MinutesVersion) =>
  signatures
    .map(({ roleName, name, signedAt }) => `${roleName} ${name}（${signedAt ? minute(signedAt) : '未签署'}）`)
    .join('、')

const signatoryWords = ({ signatories }: MeetingMinutes) =>
  signatories
    .map(
      ({ roleName, name, isKnown }) => `${roleName} ${name || '未填写'}${isKnown ? '' : '（没有账号，须在纸上签名）'}`,
    )
    .join('、')

const Papers = ({ of: { minutesId } }: { of: MinutesVersion }) => (
  <>
    <SaveButton save={() => saveFile('GET /staff/meeting/minutes/file', { minutesId, format: 'pdf' })}>
      纪要 PDF
    </SaveButton>
    <SaveButton save={() => saveFile('GET /staff/meeting/minutes/file', { minutesId, format: 'docx' })}>
      纪要 Word
    </SaveButton>
  </>
)

const act = defineAct<Subject>()
const seen = ({ minutesId, version }: Subject) => ({ minutesId, version })
const acts = {
  circulate: act({
    name: '征求意见',
    isMain: true,
    sends: true,
    confirm: ({ attended }) =>
      `发给登记到会的 ${attended} 席核对：各席答复无意见或提出更正。发出后这一稿不能再改；采纳更正时另起一稿。`,
    fields: [{ name: 'answerBy', label: '答复期限', section: '', kind: 'day', required: true }],
    initial: () => ({ answerBy: addDays(dayOf(new Date()), ANSWER_DAYS) }),
    call: 'POST /staff/meeting/minutes/circulate',
    input: (of, { answerBy }) => ({ ...seen(of), ...(answerBy ? { answerBy: String(answerBy) } : {}) }),
    done: (_, { told }) => `已发给 ${told} 个单位或个人。`,
  }),
  remind: act({
    name: '提醒答复',
    sends: true,
    confirm: '只提醒还没有答复的席位。',
    call: 'POST /staff/meeting/minutes/remind',
    input: seen,
    done: (_, { told }) => `已提醒 ${told} 个单位或个人。`,
  }),
  toSign: act({
    name: '送签署',
    sends: true,
    confirm: ({ who, state }) =>
      `${who}收到消息，在线签署。${state === 'draft' ? '这一稿没有征求到会席位的意见，纪要上不写征求意见的情况；' : ''}签署完毕以前可以另起一稿。`,
    isBlocked: ({ hindrance }) => hindrance !== '',
    call: 'POST /staff/meeting/minutes/toSign',
    input: seen,
    done: '已送签署。',
  }),
  sign: act({
    name: '签署',
    isMain: true,
    confirm: of => (
      <>
        <p>本人已阅读纪要全文，确认其如实记载了会议情况和决定，并以本人名义签署。不能撤回；要更正的，另起一稿。</p>
        <p className="minutes-digest">内容摘要 {of.digest}</p>
      </>
    ),
    call: 'POST /staff/meeting/minutes/sign',
    input: ({ minutesId, digest }) => ({ minutesId, digest }),
    done: '已签署。',
  }),
  revise: act({
    name: '另起一稿',
    confirm: ({ state, number }) =>
      state === 'signed'
        ? `已签署的第 ${number} 稿不变；新的一稿签署以后，写明更正第 ${number} 稿。`
        : `第 ${number} 稿到此为止，不再征求意见和签署；新的一稿以它的文字为底稿。`,
    fields: [reasonField('写入会议纪要的版本记录；更正已签署的纪要时印在纪要上')],
    call: 'POST /staff/meeting/minutes/draft',
    input: ({ meetingId }, { reason }) => ({ id: meetingId, reason: String(reason ?? '') }),
    done: '已另起一稿。',
  }),
}

type ScanProps = { of: Subject; changed: () => void; close: () => void }

/** Signatures given on paper end the signing as those in the system do. */
function Scan({ of, changed, close }: ScanProps) {
  const [files, setFiles] = useState<UploadedFile[]>([])
  return (
    <FormDialog
      title="上传签名的扫描件"
      intro={
        <p>
          {of.who}在打印的纪要上签名后扫描。上传后纪要即为已签署，生成带数字签名的 PDF，不能再改；到会的席位收到消息。
        </p>
      }
      action="上传并完成签署"
      disabled={files.length === 0}
      send={async () => {
        await browserApi('POST /staff/meeting/minutes/scan', { ...seen(of), fileIds: files.map(({ id }) => id) })
        announce('纪要已签署')
        changed()
      }}
      close={close}
    >
      <Upload use="material" label="扫描件" max={5} value={files} onChange={setFiles} />
    </FormDialog>
  )
}

const verdictAct = defineAct<Answered>()({
  name: '答复更正',
  sends: true,
  confirm: ({ seatName, correction }) => (
    <>
      <p>{seatName}：</p>
      <blockquote>{correction}</blockquote>
      <p>提出的席位收到消息。采纳的，另起一稿写入。</p>
    </>
  ),
  fields: [
    { name: 'verdict', label: '处理', section: '', kind: 'choice', required: true, options: optionsOf(verdictNames) },
    { name: 'text', label: '说明', section: '', kind: 'paragraph', required: true, max: 500 },
  ],
  call: 'POST /staff/meeting/minutes/answer',
  input: ({ replyId }, { verdict, text }) => ({
    replyId,
    verdict: verdict as Verdict,
    text: String(text ?? ''),
  }),
  done: '已答复。',
})

const Answers = ({ of, changed }: { of: MinutesVersion; changed: () => void }) => (
  <section className="desk-card">
    <h2>到会席位的意见</h2>
    <Table
      caption="到会席位的意见"
      rows={of.answers}
      keyOf={({ replyId }) => replyId}
      columns={[
        { name: '席位', cell: ({ seatName }) => seatName },
        {
          name: '答复',
          cell: ({ answeredAt, correction }) =>
            answeredAt === null ? <Tag tone="warn">未答复</Tag> : correction || <Tag tone="good">无意见</Tag>,
        },
        {
          name: '时间',
          nowrap: true,
          cell: ({ answeredAt, answeredName }) => (answeredAt ? `${answeredName} ${minute(answeredAt)}` : '—'),
        },
        {
          name: '处理',
          cell: one => {
            if (one.verdict) return `${one.verdictName}：${one.verdictText}`
            if (!one.correction) return '—'
            return of.state === 'circulating' ? (
              <ActButton act={verdictAct} of={one} called={one.seatName} reload={changed} size="small" />
            ) : (
              '没有处理'
            )
          },
        },
      ]}
    />
  </section>
)

const Earlier = ({ of }: { of: MinutesVersion }) => (
  <section className="desk-card">
    <div className="desk-card-head">
      <h2>第 {of.number} 稿</h2>
      <StateTag of={of} tones={minutesTones} />
    </div>
    <Facts
      facts={[
        ['另起一稿的原因', of.reason],
        ['签署', signedWords(of)],
        [
          '答复',
          of.answers.length > 0 &&
            `${of.answers.filter(({ answeredAt }) => answeredAt).length} / ${of.answers.length} 席`,
        ],
      ]}
    />
    <div className="form-actions">
      <Papers of={of} />
    </div>
    <details>
      <summary>查看第 {of.number} 稿全文</summary>
      <MinutesText content={of.content} />
    </details>
  </section>
)
