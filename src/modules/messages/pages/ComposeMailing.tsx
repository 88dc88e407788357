import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { announce } from '#api/session.ts'
import { toRefusal, useApi, useSubmit } from '#api/useApi.ts'
import type { Input, Output } from '#lib/contract.ts'
import type { Refusal } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import { Upload, type UploadedFile } from '#ui/file/Upload.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { filesFault, filesHint, MAX_FILES } from '../mailingFiles.ts'
import {
  ANY_ENROLMENT,
  audienceIn,
  type ChosenRecipients,
  DEFAULT_AUDIENCE,
  fieldsOf,
  isMailed,
  momentIn,
  textsIn,
} from './composeFields.ts'
import { MailingPreview } from './MailingPreview.tsx'

export type { ChosenRecipients } from './composeFields.ts'

type Props = { chosen?: ChosenRecipients; close: () => void; sent: () => void }

/** Default of the filter for certificates that expire soon, in days. */
const DEFAULT_EXPIRY_DAYS = 60
const first: FormValues = { audience: DEFAULT_AUDIENCE, days: DEFAULT_EXPIRY_DAYS, standing: ANY_ENROLMENT }
const none = { audiences: [], levels: [], trades: [], courses: [] }

/** A message to many: to whom, how many that are and what it costs, the words, and a trial to oneself before it goes. */
export function ComposeMailing({ chosen, close, sent }: Props) {
  const initial = { ...first, ...chosen?.begin }
  const [typed, setTyped] = useState<FormValues>(initial)
  const [files, setFiles] = useState<UploadedFile[]>([])
  const { data: known } = useApi('GET /staff/mailing/audience', {})
  const preview = useMailingPreview({ ...audienceIn(typed, chosen), ...textsIn(typed), mail: isMailed(typed) })
  const trial = useSubmit('POST /staff/mailing/trial')
  const people = preview.data?.people ?? 0
  const { inbox = 0, sms = 0, mail = 0 } = preview.data?.reach ?? {}
  const isReached = inbox + sms + mail > 0
  const heavy = filesFault(files)
  const placeholders = known?.placeholders.map(({ name, sample }) => `{${name}}（如 ${sample}）`).join('、') ?? ''
  const saidIn = (values: FormValues) => ({
    ...audienceIn(values, chosen),
    ...textsIn(values),
    mail: isMailed(values),
    fileIds: files.map(({ id }) => id),
  })
  const send = async (values: FormValues) => {
    const at = momentIn(values)
    await browserApi('POST /staff/mailing/send', { ...saidIn(values), at, expected: people })
    announce(at ? `已定时，届时发给 ${people} 个账号` : '已开始群发')
    sent()
  }
  const tryIt = async () => {
    const done = await trial.submit(saidIn(typed))
    if (done) announce(`已试发给自己：${done.to}`)
  }
  return (
    <FormDialog
      title="写群发消息"
      fields={fieldsOf(known ?? none, placeholders, String(typed.audience), chosen !== undefined)}
      initial={initial}
      action={typed.at ? `定时发给 ${people} 个账号` : `发给 ${people} 个账号`}
      disabled={!isReached || !preview.isFresh || heavy !== undefined}
      onChange={setTyped}
      send={send}
      close={close}
    >
      <Field name="fileIds" label="附件" hint={filesHint(files)} error={heavy} group>
        {described => (
          <Upload {...described} use="document" max={MAX_FILES} value={files} onChange={setFiles} label="附件" />
        )}
      </Field>
      {preview.data && (
        <MailingPreview
          key={JSON.stringify(audienceIn(typed, chosen))}
          of={preview.data}
          sms={String(typed.sms ?? '')}
          mail={isMailed(typed)}
          audience={audienceIn(typed, chosen)}
        />
      )}
      <Problem>{preview.error?.message ?? trial.error?.message}</Problem>
      <p>
        <Button loading={trial.busy} onClick={() => void tryIt()}>
          试发给自己
        </Button>
      </p>
    </FormDialog>
  )
}

type Preview = ApiContract['POST /staff/mailing/preview']
type State = { data?: Output<Preview>; error?: Refusal; of?: string }

const PREVIEW_DEBOUNCE_MS = 350

/** Fetches the preview of the mailing as typed; `isFresh`: the answer matches the current form. */
function useMailingPreview(asked: Input<Preview>) {
  const wanted = JSON.stringify(asked)
  const [state, setState] = useState<State>({})
  useEffect(() => {
    let current = true
    const timer = setTimeout(
      () =>
        browserApi('POST /staff/mailing/preview', JSON.parse(wanted)).then(
          data => current && setState({ data, of: wanted }),
          error => current && setState(before => ({ ...before, error: toRefusal(error), of: wanted })),
        ),
      PREVIEW_DEBOUNCE_MS,
    )
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [wanted])
  return { data: state.data, error: state.error, isFresh: state.of === wanted }
}
