import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import type { FormValues } from '#lib/form/form.ts'
import { ApplyHead } from '#modules/review/applying/pages/ApplyHead.tsx'
import { FormAnswers } from '#modules/review/applying/pages/FormAnswers.tsx'
import { LookOver } from '#modules/review/applying/pages/LookOver.tsx'
import { Form } from '#ui/form/Form.tsx'
import { SaveState } from '#ui/form/SaveState.tsx'
import { useDraft } from '#ui/form/useDraft.ts'
import { States } from '#ui/States.tsx'
import { joiningStages } from './joining.ts'

type Apply1 = Output<ApiContract['GET /member/getApply1']>

/** 入会申请表: filled in, looked over, handed in; after a return only what was marked. */
export default function MyApply() {
  const answer = useApi('GET /member/getApply1', {})
  return (
    <States answer={answer}>
      {apply => (
        <>
          <ApplyHead stages={joiningStages(0)} head={apply} remarks={apply.auditReason} />
          {apply.editable ? <Filling key={apply.applyId ?? 'new'} apply={apply} /> : <HandedIn apply={apply} />}
        </>
      )}
    </States>
  )
}

function Filling({ apply }: { apply: Apply1 }) {
  const navigate = useNavigate()
  const [answers, setAnswers] = useState<Record<string, string>>({})
  const [checking, setChecking] = useState(false)
  const [applyId, setApplyId] = useState(apply.applyId ?? undefined)
  const draft = useDraft({
    // The same before and after it has a number: what is typed first outlives a forced sign-out, too.
    id: 'membership',
    values: apply.form as FormValues,
    version: apply.version ?? undefined,
    save: async (form, version) => {
      const saved = await browserApi('POST /member/apply1Submit', {
        id: applyId,
        version,
        form,
        answers,
        action: 'save',
      })
      setApplyId(saved.applyId)
      return saved
    },
  })
  const handing = useSubmit('POST /member/apply1Submit')
  const handIn = async () => {
    await draft.flush()
    const { version } = draft.get()
    const done = await handing.submit({ id: applyId, version, form: draft.get().values, answers, action: 'submit' })
    if (!done) return setChecking(false)
    draft.finish(done.version)
    navigate(`/admin/user/doing/${done.applyId}`)
  }
  const newer = async () => {
    const { form, version } = await browserApi('GET /member/getApply1', {})
    return { values: form as FormValues, version: version ?? undefined }
  }
  if (checking)
    return (
      <LookOver busy={handing.busy} onBack={() => setChecking(false)} onConfirm={() => void handIn()}>
        <FormAnswers fields={apply.fields} values={draft.values} />
      </LookOver>
    )
  return (
    <section className="centre-card">
      <Form
        fields={apply.fields}
        values={draft.values}
        onChange={draft.change}
        errors={handing.fields}
        message={handing.error?.message}
        open={name => apply.openFields.includes(name)}
        remarks={apply.auditReason}
        answers={answers}
        onAnswer={(name, text) => setAnswers({ ...answers, [name]: text })}
        onSubmit={() => setChecking(true)}
      >
        {handing.error && Object.keys(handing.fields).length === 0 && <p role="alert">{handing.error.message}</p>}
        <div className="form-actions">
          <SaveState draft={draft} newer={newer} />
          <Button size="large" type="primary" htmlType="submit">
            下一步：核对并提交
          </Button>
        </div>
      </Form>
    </section>
  )
}

/** Nothing to fill in now: what was handed in, and where to see how it goes on. */
const HandedIn = ({ apply }: { apply: Apply1 }) => (
  <section className="centre-card">
    <h2>已提交的申请表</h2>
    <FormAnswers fields={apply.fields} values={apply.form as FormValues} />
    <p className="form-actions">
      <Link className="button" to={`/admin/user/doing/${apply.applyId}`}>
        查看进度
      </Link>
    </p>
  </section>
)
