import { Button } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import { useApi } from '#api/useApi.ts'
import { defineForm, type FormValues, fieldsIn, optionsOf } from '#lib/form/form.ts'
import { CallReach } from '#ui/act/CallReach.tsx'
import { Upload, type UploadedFile } from '#ui/file/Upload.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { type Reply, replyNames } from '../meetingWords.ts'
import type { Seat } from './StaffMeetingSeats.tsx'

const field = fieldsIn('')

type Carrier = { code: string; name: string }

const replyFields = (reply: FormValues[string], carriers: readonly Carrier[]) =>
  defineForm([
    field('reply', '回复', {
      kind: 'choice',
      required: true,
      options: optionsOf({ ...replyNames, none: '撤销已录入的回复' }),
    }),
    ...(reply === 'leave' ? [field('reason', '请假的原因', { required: true, max: 200 })] : []),
    ...(reply === 'proxy'
      ? [
          field('proxySeatId', '受托人', { kind: 'choice', options: carriers }),
          field('proxyName', '受托人姓名', { max: 40, hint: '受托人不是应到人员的填写，须附委托书' }),
        ]
      : []),
    field('received', '怎样收到', { required: true, max: 100, hint: '例如“12 月 3 日盖章回执”“12 月 3 日来电”' }),
  ])

/** Types in a reply that came by phone or on paper. */
export function TypedReply({ seat, done }: { seat: Seat; done: () => void }) {
  const [isAsking, ask] = useState(false)
  return (
    <>
      <Button onClick={() => ask(true)}>录入回复</Button>
      {isAsking && <Dialog seat={seat} done={done} close={() => ask(false)} />}
    </>
  )
}

function Dialog({ seat, done, close }: { seat: Seat; done: () => void; close: () => void }) {
  const [files, setFiles] = useState<UploadedFile[]>(seat.replyFiles)
  const [values, setValues] = useState<FormValues>({ reply: seat.reply ?? 'attend' })
  const { data } = useApi('GET /staff/meeting/seat/list', { meetingId: seat.meetingId, pageSize: 100 })
  const carriers = (data?.list ?? []).flatMap(({ id, name, personName }) =>
    id === seat.id
      ? []
      : [{ code: String(id), name: personName && personName !== name ? `${personName}（${name}）` : name }],
  )
  const given = (typed: FormValues) => ({
    seatId: seat.id,
    reply: typed.reply === 'none' ? null : (typed.reply as Reply),
    reason: String(typed.reason ?? ''),
    proxySeatId: typed.proxySeatId ? Number(typed.proxySeatId) : null,
    proxyName: String(typed.proxyName ?? ''),
    fileIds: files.map(({ id }) => id),
    received: String(typed.received ?? ''),
  })
  return (
    <FormDialog
      title={`录入“${seat.personName || seat.name}”的回复`}
      fields={typed => replyFields(typed.reply ?? null, carriers)}
      initial={{ reply: seat.reply ?? 'attend' }}
      onChange={setValues}
      action="录入"
      send={async typed => {
        await browserApi('POST /staff/meeting/reply', given(typed))
        announce('回复已录入')
        done()
      }}
      close={close}
    >
      <Upload use="material" label="盖章的回执或委托书" max={3} value={files} onChange={setFiles} />
      {values.reply === 'proxy' && values.proxySeatId && (
        <CallReach
          call="POST /staff/meeting/reply"
          inputs={[{ ...given(values), received: String(values.received || '（待填写）') }]}
        />
      )}
    </FormDialog>
  )
}
