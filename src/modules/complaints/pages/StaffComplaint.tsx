import './complaints.css'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { pathId } from '#api/load.ts'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { useMay } from '#layouts/staff/staff.ts'
import { useEditing } from '#layouts/staff/useEditing.ts'
import { dayOf, minute } from '#lib/dates.ts'
import { AWAITING_APPROVAL, isRefusal } from '#lib/error.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { Facts } from '#ui/Facts.tsx'
import { FileList } from '#ui/file/FileList.tsx'
import { Upload, type UploadedFile } from '#ui/file/Upload.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { StateTag, Tag } from '#ui/Tag.tsx'
import { MAX_FILES } from '../complaintWords.ts'
import type { Route } from './+types/StaffComplaint'
import { type Choices, type ComplaintFile, ComplaintForm } from './ComplaintForm.tsx'
import { complaintTones } from './complaintTones.ts'

export { staffComplaint as handle } from './screens.ts'

export const clientLoader = screenLoader(async (api, { params }) => {
  const [of, choices] = await Promise.all([
    api('GET /staff/complaint/detail', { id: pathId(params.id) }),
    api('GET /staff/complaint/choices', {}),
  ])
  return { of, choices }
})

/** One complaint or request: what it says, what was done about it, and what came of it. */
export default function StaffComplaint({ loaderData: { of, choices } }: Route.ComponentProps) {
  useScreenName(of.number)
  const { isEditing, edit, form } = useEditing()
  if (isEditing) return <ComplaintForm choices={choices} of={of} {...form} />
  return (
    <>
      <Head of={of} choices={choices} edit={edit} />
      <Notes of={of} />
      {of.state === 'closed' && <Outcome of={of} />}
      {of.others.length > 0 && (
        <section className="desk-card">
          <h2>同一单位、人员或证书的其他事项</h2>
          <ul>
            {of.others.map(({ id, number, topic, stateName }) => (
              <li key={id}>
                <Link to={`/staff/complaints/${id}`}>{number}</Link>　{topic}　{stateName}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

type Dialog = 'assign' | 'extend' | 'close' | 'reopen' | 'data'

function Head({ of, choices, edit }: { of: ComplaintFile; choices: Choices; edit: () => void }) {
  const [dialog, setDialog] = useState<Dialog>()
  const revealing = useSubmit('POST /staff/complaint/reveal')
  const [mobile, setMobile] = useState<string | null>()
  const reveal = async () => {
    const told = await revealing.submit({ id: of.id })
    if (told) setMobile(told.mobile)
  }
  const mayGiveData = useMay('staff:personalData')
  const isOpen = of.state === 'open'
  const shown = of.facts.filter(({ label }) => label !== '手机')
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>
          {of.kindName}　{of.number}
        </h2>
        <span className="form-actions">
          {isOpen ? (
            <>
              <Button onClick={edit}>修改</Button>
              <Button onClick={() => setDialog('assign')}>交办</Button>
              <Button onClick={() => setDialog('extend')}>延长期限</Button>
              <Button type="primary" onClick={() => setDialog('close')}>
                办结
              </Button>
            </>
          ) : (
            <Button onClick={() => setDialog('reopen')}>重新办理</Button>
          )}
        </span>
      </div>
      <Problem>{revealing.error?.message}</Problem>
      <Facts
        facts={[
          ['状态', <StateTag key="state" of={of} tones={complaintTones} />],
          [
            '办理期限',
            <span key="due">
              {of.dueOn} {of.daysLate > 0 && <Tag tone="bad">超期 {of.daysLate} 天</Tag>}
            </span>,
          ],
          ['经办人', of.handlerName || '未指定'],
          ...shown.map(({ label, text }): [string, string] => [label, text]),
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
          [
            '登记的单位',
            of.organisation && <Link to={`/staff/organisations/${of.organisation.id}`}>{of.organisation.name}</Link>,
          ],
          [
            '登记的人员',
            of.person && <Link to={`/staff/persons/${of.person.id}`}>{of.person.name || '查看人员'}</Link>,
          ],
          [
            '证书',
            of.certificate && (
              <Link to={`/staff/certificates/${of.certificate.id}`}>
                {of.certificate.number}（{of.certificate.statusName}），在证书页暂停或撤销
              </Link>
            ),
          ],
          ['登记', `${of.createdName} ${minute(of.createdTime)}`],
        ]}
      />
      {isOpen && of.isAboutData && of.person && mayGiveData && (
        <Button onClick={() => setDialog('data')}>导出本人的全部信息…</Button>
      )}
      <FileList files={of.files} />
      {dialog && <ActDialog of={of} choices={choices} act={dialog} close={() => setDialog(undefined)} />}
    </section>
  )
}

const text = (name: string, label: string, more: Partial<FormField> = {}): FormField => ({
  name,
  label,
  section: '',
  kind: 'paragraph',
  max: 2000,
  ...more,
})

/** The acts on a complaint; each says what it changes. */
function ActDialog({
  of,
  choices,
  act,
  close,
}: {
  of: ComplaintFile
  choices: Choices
  act: Dialog
  close: () => void
}) {
  const revalidate = useRevalidate()
  const seen = { id: of.id, version: of.version }
  const said = (values: FormValues, name: string) => String(values[name] ?? '')
  const done = (words: string) => {
    announce(words)
    void revalidate()
  }
  const assign = async (values: FormValues) => {
    const handlerId = values.handlerId ? Number(values.handlerId) : null
    await browserApi('POST /staff/complaint/assign', { ...seen, handlerId })
    done(handlerId === null ? '已不指定经办人' : '已交办')
  }
  const extend = async (values: FormValues) => {
    await browserApi('POST /staff/complaint/extend', {
      ...seen,
      dueOn: said(values, 'dueOn'),
      reason: said(values, 'reason'),
    })
    done('期限已延长')
  }
  const finish = async (values: FormValues) => {
    await browserApi('POST /staff/complaint/close', {
      ...seen,
      outcome: said(values, 'outcome'),
      decision: said(values, 'decision'),
      kept: said(values, 'kept'),
      ...(values.answeredOn && { answeredOn: said(values, 'answeredOn') }),
    })
    done('已办结')
  }
  const reopen = async (values: FormValues) => {
    await browserApi('POST /staff/complaint/reopen', { ...seen, reason: said(values, 'reason') })
    done('已重新办理')
  }
  const askForData = () =>
    browserApi('POST /staff/complaint/data', { id: of.id }).catch(error => {
      if (!isRefusal(error) || error.code !== AWAITING_APPROVAL) throw error
      announce('已提出，另一位同事同意后，请在“双人复核”下载')
    })
  const option = (name: string) => ({ code: name, name })
  switch (act) {
    case 'assign':
      return (
        <FormDialog
          title={`交办：${of.number}`}
          fields={[
            {
              name: 'handlerId',
              label: '经办人',
              section: '',
              kind: 'choice',
              options: choices.handlers.map(({ id, name }) => ({ code: String(id), name })),
              hint: '有办理投诉与请求权限的同事；留空为不指定',
            },
          ]}
          initial={of.handlerId === null ? {} : { handlerId: String(of.handlerId) }}
          intro={<p>对方在消息中收到编号、事由和期限。</p>}
          action="交办"
          send={assign}
          close={close}
        />
      )
    case 'extend':
      return (
        <FormDialog
          title={`延长期限：${of.number}`}
          fields={[
            { name: 'dueOn', label: '新的期限', section: '', kind: 'day', required: true, hint: `现在是 ${of.dueOn}` },
            reasonField('记入办理记录'),
          ]}
          action="延长"
          send={extend}
          close={close}
        />
      )
    case 'close':
      return (
        <FormDialog
          title={`办结：${of.number}`}
          fields={[
            {
              name: 'outcome',
              label: '办理结果',
              section: '',
              kind: 'choice',
              required: true,
              options: of.outcomes.map(option),
            },
            text('decision', '认定与答复', { required: true, hint: '查明了什么，怎样处理，怎样答复来人' }),
            ...(of.isAboutData
              ? [text('kept', '保留的信息', { required: true, hint: '哪些没有删除或提供，依据什么；没有的写“无”' })]
              : []),
            { name: 'answeredOn', label: '答复日期', section: '', kind: 'day', hint: '没有答复的留空' },
          ]}
          initial={{ answeredOn: dayOf(new Date()) }}
          intro={<p>办结后内容不能修改，可以重新办理。</p>}
          action="办结"
          send={finish}
          close={close}
        />
      )
    case 'data':
      return (
        <FormDialog
          title={`导出本人的全部信息：${of.number}`}
          intro={<p>须由另一位同事同意；同意后由您本人在“双人复核”下载，交给提出请求的本人。</p>}
          action="提出"
          send={askForData}
          close={close}
        />
      )
    case 'reopen':
      return (
        <FormDialog
          title={`重新办理：${of.number}`}
          fields={[reasonField('记入办理记录')]}
          intro={<p>原来的办理结果移到办理记录中。</p>}
          action="重新办理"
          send={reopen}
          close={close}
        />
      )
  }
}

function Notes({ of }: { of: ComplaintFile }) {
  const revalidate = useRevalidate()
  const [isAdding, setAdding] = useState(false)
  const [files, setFiles] = useState<UploadedFile[]>([])
  const add = async ({ content }: FormValues) => {
    await browserApi('POST /staff/complaint/note', {
      id: of.id,
      content: String(content ?? ''),
      fileIds: files.map(({ id }) => id),
    })
    announce('办理记录已添加')
    setFiles([])
    void revalidate()
  }
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>办理记录</h2>
        {of.state === 'open' && <Button onClick={() => setAdding(true)}>添加记录</Button>}
      </div>
      {of.notes.length === 0 && <p>还没有办理记录。</p>}
      {of.notes.map(({ id, content, byName, at, files }) => (
        <div key={id} className="complaint-note">
          <p>
            <strong>{byName}</strong>　<time dateTime={at}>{minute(at)}</time>
          </p>
          <p className="complaint-note-text">{content}</p>
          <FileList files={files} />
        </div>
      ))}
      {isAdding && (
        <FormDialog
          title={`添加办理记录：${of.number}`}
          fields={[text('content', '办理情况', { required: true, hint: '添加后不能修改或删除' })]}
          action="添加"
          send={add}
          close={() => setAdding(false)}
        >
          <Field name="fileIds" label="证据" group>
            {described => (
              <Upload {...described} use="material" max={MAX_FILES} value={files} onChange={setFiles} label="证据" />
            )}
          </Field>
        </FormDialog>
      )}
    </section>
  )
}

const Outcome = ({ of }: { of: ComplaintFile }) => (
  <section className="desk-card">
    <h2>办理结果</h2>
    <Facts
      facts={[
        ['结果', of.outcome],
        ['认定与答复', of.decision],
        ['保留的信息', of.kept],
        ['答复日期', of.answeredOn ?? '没有答复'],
        ['办结', of.closedTime && `${of.closedName} ${minute(of.closedTime)}`],
      ]}
    />
  </section>
)
