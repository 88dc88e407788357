import { Button } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { useSubmit } from '#api/useApi.ts'
import { AttachedFiles } from '#modules/qualifications/applying/pages/AttachedFiles.tsx'
import { draftOf, filesOf, sentOf, withFiles } from '#modules/qualifications/applying/pages/formFiles.ts'
import { FormAnswers } from '#modules/review/applying/pages/FormAnswers.tsx'
import { LookOver } from '#modules/review/applying/pages/LookOver.tsx'
import { MaterialFields } from '#modules/review/applying/pages/MaterialFields.tsx'
import { Form } from '#ui/form/Form.tsx'
import { SaveState } from '#ui/form/SaveState.tsx'
import { useDraft } from '#ui/form/useDraft.ts'
import { EntryContents } from './EntryContents.tsx'
import { EntrySheets } from './EntrySheets.tsx'
import type { Apply, Entry } from './MyAward.tsx'
import { RemoveDraft } from './RemoveDraft.tsx'
import '#modules/review/applying/pages/apply.css'

type Props = { entry: Entry; apply: Apply; reload: () => void }

/** 申报书: a long form that keeps itself, with its parts at hand; looked over, then handed in. */
export function MyAwardForm({ entry, apply: { id, version, status }, reload }: Props) {
  const [answers, setAnswers] = useState<Record<string, string>>({})
  const [checking, setChecking] = useState(false)
  const draft = useDraft({
    id: `award-${id}`,
    values: draftOf(entry),
    version,
    save: (values, version) =>
      browserApi('POST /award/applySubmit', { ...sentOf(values), id, version, answers, action: 'save' }),
  })
  const handing = useSubmit('POST /award/applySubmit')
  const handIn = async () => {
    await draft.flush()
    const { version, values } = draft.get()
    const done = await handing.submit({ ...sentOf(values), id, version, answers, action: 'submit' })
    setChecking(false)
    if (!done) return
    draft.finish(done.version)
    reload()
  }
  const newer = async () => {
    const now = await browserApi('GET /award/getApply', { id })
    return { values: draftOf(now), version: now.apply!.version }
  }
  const answer = (name: string, text: string) => setAnswers({ ...answers, [name]: text })
  const files = filesOf(draft.values)
  if (checking)
    return (
      <LookOver busy={handing.busy} onBack={() => setChecking(false)} onConfirm={() => void handIn()}>
        <FormAnswers fields={entry.fields} values={draft.values} />
        <AttachedFiles materials={entry.materials} files={files} />
      </LookOver>
    )
  return (
    <div className="entry-form">
      <EntryContents fields={entry.fields} values={draft.values} materials={entry.materials} files={files} />
      <section className="centre-card" aria-label="申报书">
        <Form
          fields={entry.fields}
          values={draft.values}
          onChange={draft.change}
          errors={handing.fields}
          message={handing.error?.message}
          open={name => entry.openFields.includes(name)}
          remarks={entry.auditReason}
          answers={answers}
          onAnswer={answer}
          labelOf={code => entry.materials.find(one => one.code === code)?.name}
          fillers={entry.people.length ? { persons: { label: '带入本单位人员', rows: () => entry.people } } : {}}
          onSubmit={() => setChecking(true)}
        >
          {entry.materials.length > 0 && (
            <fieldset className="form-section">
              <legend>随表材料</legend>
              <div className="print-first">
                <p>
                  填写完成后下载申报书，打印、签字、盖章，再把扫描件上传到“盖章申报书”。下载后改过内容的，须重新打印。
                </p>
                <EntrySheets id={id} />
                {entry.call.hidesApplicants && (
                  <p>本奖项匿名评审：除盖章申报书外，材料里请隐去单位名称、姓名、印章和标识。</p>
                )}
              </div>
              <MaterialFields
                materials={entry.materials}
                kept={{
                  files,
                  answers,
                  answer,
                  matches: {},
                  change: (code, changed) => draft.change(withFiles(draft.get().values, code, changed)),
                }}
                errors={handing.fields}
                remarks={entry.auditReason}
              />
            </fieldset>
          )}
          {handing.error && Object.keys(handing.fields).length === 0 && (
            <p role="alert" className="field-error">
              {handing.error.message}
            </p>
          )}
          <div className="form-actions">
            <SaveState draft={draft} newer={newer} />
            {status === 'draft' && (
              <RemoveDraft
                of={{ id, version: draft.version ?? version, projectName: String(draft.values.name ?? '') }}
              />
            )}
            <Button size="large" type="primary" htmlType="submit">
              下一步：核对并提交
            </Button>
          </div>
        </Form>
      </section>
    </div>
  )
}
