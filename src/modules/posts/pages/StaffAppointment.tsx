import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { pathId } from '#api/load.ts'
import { useSubmit } from '#api/useApi.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { useMay } from '#layouts/staff/staff.ts'
import { useEditing } from '#layouts/staff/useEditing.ts'
import type { Output } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { HolderPicker } from '#modules/certificates/issuing/pages/HolderPicker.tsx'
import { RegisterForm } from '#modules/members/pages/RegisterForm.tsx'
import { Acts, defineAct } from '#ui/act/Acts.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { Neighbours } from '#ui/register/Neighbours.tsx'
import { StateTag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { AppointmentRow } from '../staffContract.ts'
import type { Route } from './+types/StaffAppointment'
import { appointmentTones } from './appointmentTones.ts'
import { appointments } from './registers.ts'

export { staffAppointment as handle } from './screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/appointment/detail', { id: pathId(params.id) }),
)

type Detail = Output<ApiContract['GET /staff/appointment/detail']>

/** One appointment: its days and decision, the seat before and after, and what else the person holds or held. */
export default ({ loaderData: of }: Route.ComponentProps) => <Appointment key={of.id} of={of} />

function Appointment({ of }: { of: Detail }) {
  useScreenName(`${of.personName}　${of.postName}`)
  const { isEditing, edit, form } = useEditing()
  return isEditing ? (
    <Correction of={of} {...form} />
  ) : (
    <>
      <Neighbours of={appointments} id={of.id} unit="项" />
      <Head of={of} edit={edit} />
      {of.seat.length > 1 && <Rows title="同一席位的前后任" rows={of.seat} />}
      <Rows title="此人的其他任职" rows={of.others} empty="没有登记其他任职。" />
    </>
  )
}

function Head({ of, edit }: { of: Detail; edit: () => void }) {
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const revealing = useSubmit('POST /staff/appointment/reveal')
  const [mobile, setMobile] = useState<string | null>()
  const reveal = async () => {
    const told = await revealing.submit({ id: of.id })
    if (told) setMobile(told.mobile)
  }
  return (
    <section className="desk-card">
      <h2>
        {of.personName}　{of.bodyName}
        {of.postName} <StateTag of={of} tones={appointmentTones} />
      </h2>
      <Problem>{revealing.error?.message}</Problem>
      <Facts
        facts={[
          ['届次', of.termNumber],
          [
            '单位',
            of.organisationId === null ? (
              of.organisationName
            ) : (
              <Link key="organisation" to={`/staff/organisations/${of.organisationId}`}>
                {of.organisationName}
              </Link>
            ),
          ],
          ['任期', `${of.fromDay} 至 ${of.until ?? '未定'}`],
          ...of.facts
            .filter(({ label }) => !['姓名', '手机', '任职起', '任职止'].includes(label))
            .map(({ label, text }): [string, string] => [label, text]),
          [
            '手机',
            of.masked.mobile && (
              <span key="mobile" aria-live="polite">
                {mobile ?? of.masked.mobile}{' '}
                {mobile === undefined && (
                  <Button type="link" loading={revealing.busy} onClick={() => void reveal()}>
                    完整显示
                  </Button>
                )}
              </span>
            ),
          ],
          ['登录账号', of.accountName],
          ['聘书', of.letter && `${of.letter.number}（${of.letter.statusName}）`],
          ['离任原因', of.endReason],
          ['例外', of.exceptions.length > 0 && `${of.exceptions.join('；')}。理由：${of.exceptionReason}`],
          ['随职务而来', of.follows.join('；')],
          ['任职规则', of.sentences.join('；') || '没有'],
        ]}
      />
      <Acts
        acts={acts}
        possible={of.canDo}
        of={of}
        called={`${of.personName}（${of.postName}）`}
        reload={() => void revalidate()}
        after={{ remove: () => void navigate('/staff/appointments') }}
      >
        <Button onClick={edit}>更正</Button>
        {of.letter && (
          <SaveButton save={() => saveFile('GET /staff/appointment/letter/file', { id: of.id })}>下载聘书</SaveButton>
        )}
      </Acts>
    </section>
  )
}

const act = defineAct<Detail>()
const seen = ({ id, version }: Detail) => ({ id, version })
const acts = {
  issue: act({
    name: '签发聘书',
    sends: true,
    confirm: of =>
      of.letter?.isValid
        ? `已有聘书 ${of.letter.number}。登记的内容有变动的，换发新的一份并注明替代；没有变动的不换发。`
        : `取号并按版式签发，写明${of.bodyName}${of.postName}和任期；${of.personName}收到消息，可凭编号或扫码查验。发错的可以收回。`,
    call: 'POST /staff/appointment/letter/issue',
    input: ({ id }) => ({ ids: [id] }),
    done: (_, [result]) => result!.message,
  }),
  withdraw: act({
    name: '收回聘书',
    isDanger: true,
    confirm: of => `${of.letter?.number} 查验时显示已撤销和原因，不能恢复；任职不变，可以重新签发。`,
    fields: [reasonField('查验的人会看到')],
    call: 'POST /staff/appointment/letter/withdraw',
    input: ({ id }, { reason }) => ({ id, reason: String(reason ?? '') }),
    done: '聘书已收回。',
  }),
  replace: act({
    name: '由他人接替',
    isMain: true,
    sends: true,
    confirm: of => (
      <>
        <p>
          {of.personName}到接任日期的前一天为止；接任的人任{of.bodyName}
          {of.postName}，单位和届次不变。席位、公开名单和单位主页随之变动。
        </p>
        {of.sentences.length > 0 && <p>任职规则：{of.sentences.join('；')}。</p>}
      </>
    ),
    fields: of => of.replacementFields,
    initial: () => ({ fromDay: dayOf(new Date()) }),
    call: 'POST /staff/appointment/replace',
    input: (of, form) => ({ ...seen(of), form }),
    done: '已由他人接替。',
  }),
  end: act({
    name: '结束任职',
    isDanger: true,
    confirm: of =>
      `${of.personName}的席位、表决权到所填的一天为止，公开名单和单位主页随之变动，聘书次日起失效。单位的会员级别不变。可以恢复；聘书须重新签发。`,
    fields: [
      { name: 'toDay', label: '最后一天', section: '', kind: 'day', required: true },
      reasonField('记为离任原因'),
    ],
    initial: () => ({ toDay: dayOf(new Date()) }),
    call: 'POST /staff/appointment/end',
    input: (of, { toDay, reason }) => ({ ...seen(of), toDay: String(toDay ?? ''), reason: String(reason ?? '') }),
    done: '任职已结束。',
    undo: {
      call: 'POST /staff/appointment/resume',
      input: (_, { id, version }) => ({ id, version }),
      done: '已恢复。',
    },
  }),
  resume: act({
    name: '恢复任职',
    confirm: '离任原因删去，任职恢复到届满为止；任职规则重新核对。',
    call: 'POST /staff/appointment/resume',
    input: seen,
    done: '任职已恢复。',
  }),
  remove: act({
    name: '删除',
    isDanger: true,
    confirm: '只用于登记有误的任职：名册、名单和历史中都不再有。离任的请用“结束任职”。',
    fields: [reasonField('记入操作记录')],
    call: 'POST /staff/appointment/remove',
    input: (of, { reason }) => ({ ...seen(of), reason: String(reason ?? '') }),
    done: '已删除。',
  }),
}

function Correction({ of, ...form }: { of: Detail; done: () => void; cancel: () => void; reload: () => void }) {
  const [organisationId, setOrganisation] = useState(of.organisationId)
  const mayPick = useMay('staff:members')
  const sending = useSubmit('POST /staff/appointment/save')
  const save = async (changes: Record<string, unknown>) => {
    const saved = await sending.submit({ id: of.id, version: of.version, form: changes, organisationId })
    if (saved) form.done()
    return saved !== undefined
  }
  return (
    <section className="desk-card">
      <h2>
        更正：{of.personName}（{of.postName}）
      </h2>
      <p>只更正登记有误的内容，不通知任何人；换人的请用“由他人接替”。</p>
      <RegisterForm
        name={`appointment-${of.id}`}
        fields={of.fields}
        form={of.form}
        masked={of.masked}
        isChanged={organisationId !== of.organisationId}
        save={save}
        sending={sending}
        reload={form.reload}
        cancel={form.cancel}
      >
        {mayPick && (
          <HolderPicker
            kind="organisation"
            name="organisationId"
            label="已登记的单位"
            value={organisationId}
            onChange={setOrganisation}
            error={sending.fields.organisationId}
          />
        )}
      </RegisterForm>
    </section>
  )
}

const Rows = ({ title, rows, empty = '' }: { title: string; rows: AppointmentRow[]; empty?: string }) => (
  <section className="desk-card">
    <h2>{title}</h2>
    {rows.length === 0 ? (
      <p>{empty}</p>
    ) : (
      <Table
        caption={title}
        rows={rows}
        columns={[
          {
            name: '姓名',
            nowrap: true,
            cell: row => <Link to={`/staff/appointments/${row.id}`}>{row.personName}</Link>,
          },
          { name: '职务', nowrap: true, cell: row => `${row.bodyName}${row.postName}` },
          { name: '届次', nowrap: true, cell: row => row.termNumber },
          { name: '单位', cell: row => row.organisationName },
          { name: '任期', nowrap: true, cell: row => `${row.fromDay} 至 ${row.until ?? '未定'}` },
          { name: '状态', nowrap: true, cell: row => <StateTag of={row} tones={appointmentTones} /> },
        ]}
      />
    )}
  </section>
)
