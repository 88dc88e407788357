import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useSubmit } from '#api/useApi.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { Upload, type UploadedFile } from '#ui/file/Upload.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FieldLink } from '#ui/form/FieldLink.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { FormContents, MIN_SECTIONS_FOR_CONTENTS } from '#ui/form/sections/FormContents.tsx'
import { sectionsProgress } from '#ui/form/sections/formProgress.ts'
import type { Done, Info } from './MyProfile.tsx'
import { useChanges } from './useChanges.ts'

type Props = { info: Info; saved: (done: Done) => void; typing: () => void }

/** The whole block at first; later only what is changed is sent. */
export function ProfileForm({ info, saved, typing }: Props) {
  const { isComplete, evidence, reviewed } = info
  const navigate = useNavigate()
  const kept = useChanges(`profile-${info.accountId}`, info.fields)
  const [files, setFiles] = useState<UploadedFile[]>([])
  const completing = useSubmit('POST /member/complete')
  const editing = useSubmit('POST /member/edit')
  const { error, fields, busy } = isComplete ? editing : completing
  const form = { ...info.form, ...kept.changes }
  const shown = useMemo(() => info.fields.map(field => shownAs(field, info)), [info])
  const parts = sectionsProgress(shown, form)
  const needsReview = isComplete && reviewed.some(name => name in kept.changes)

  const complete = async (then: () => void) => {
    if (!(await completing.submit({ form }))) return
    kept.clear()
    then()
  }
  const send = async (pressed: string) => {
    if (pressed === APPLY) return complete(() => navigate('/admin/user/membership/apply'))
    if (!isComplete) return complete(() => saved({ words: '资料已保存。', isFirst: true }))
    const given = { version: info.version!, form: kept.changes, evidence: files.map(({ id }) => id) }
    const done = await editing.submit(given)
    if (done) finish({ words: done.status === 'saved' ? '修改已保存。' : REVIEWING })
  }
  const finish = (done: Done) => {
    kept.clear()
    saved(done)
  }
  const change = (next: FormValues) => {
    kept.change(changesOf(info.form, next))
    typing()
  }
  const isLong = parts.length >= MIN_SECTIONS_FOR_CONTENTS
  return (
    <div className={isLong ? 'form-filling' : undefined}>
      {isLong && <FormContents label="资料目录" parts={parts} />}
      <section className="centre-card profile">
        <Form
          fields={shown}
          values={form}
          onChange={change}
          errors={fields}
          message={error?.message}
          labelOf={name => (name === evidence.slot ? evidence.name : undefined)}
          onSubmit={pressed => void send(pressed)}
        >
          {needsReview && (
            <Field
              name={evidence.slot}
              label={evidence.name}
              hint={evidence.hint}
              error={fields[evidence.slot]}
              required
              group
            >
              {described => (
                <Upload {...described} use="material" max={3} value={files} onChange={setFiles} label={evidence.name} />
              )}
            </Field>
          )}
          <div className="form-actions">
            {error && Object.keys(fields).length === 0 && <Refused message={error.message} />}
            <Button
              type="primary"
              size="large"
              htmlType="submit"
              loading={busy}
              disabled={isComplete && Object.keys(kept.changes).length === 0}
            >
              {isComplete ? (needsReview ? '提交审核' : '保存修改') : '保存资料'}
            </Button>
            {!isComplete && (
              <Button size="large" htmlType="submit" value={APPLY} loading={busy}>
                下一步：申请入会
              </Button>
            )}
            {needsReview && files.length === 0 && <FieldLink name={evidence.slot}>去附上{evidence.name}</FieldLink>}
            {isComplete && Object.keys(kept.changes).length > 0 && (
              <Button size="large" onClick={kept.clear}>
                放弃修改
              </Button>
            )}
          </div>
        </Form>
      </section>
    </div>
  )
}

/** Value of the button that saves and continues to the membership application. */
const APPLY = 'apply'
const REVIEWING = '修改已提交：需要审核的部分通过后生效，其余已保存。'

/** Says which fields go to review, and of personal ones what is on record, in part. */
function shownAs(field: FormField, { masked, reviewed, isComplete }: Info): FormField {
  const notes = [
    field.hint,
    masked[field.name] && `已登记 ${masked[field.name]}，不改请留空`,
    isComplete && reviewed.includes(field.name) && '修改后须经协会审核',
  ]
  return {
    ...field,
    required: field.required && !masked[field.name],
    hint: notes.filter(Boolean).join('；') || undefined,
  }
}

const changesOf = (before: FormValues, after: FormValues): FormValues =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => !isSame(value, before[name])))

const isSame = (a: FormValues[string] | undefined, b: FormValues[string] | undefined) =>
  JSON.stringify(a || null) === JSON.stringify(b || null)

/** An address within the sentence leads there. */
function Refused({ message }: { message: string }) {
  const [before, path, after] = message.split(/（(\/admin\/[\w/?=&]+)）/)
  return (
    <Problem>
      {before}
      {path && <Link to={path}>（前往办理）</Link>}
      {after}
    </Problem>
  )
}
