import { Button } from 'antd'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import type { FormValues } from '#lib/form/form.ts'
import { MeterStrip } from '#modules/qualifications/eligibility/pages/MeterStrip.tsx'
import { FormAnswers } from '#modules/review/applying/pages/FormAnswers.tsx'
import { LookOver } from '#modules/review/applying/pages/LookOver.tsx'
import { MaterialFields } from '#modules/review/applying/pages/MaterialFields.tsx'
import { Form } from '#ui/form/Form.tsx'
import { SaveState } from '#ui/form/SaveState.tsx'
import { useDraft } from '#ui/form/useDraft.ts'
import { States } from '#ui/States.tsx'
import { restsOnConditions } from '../applicationTypes.ts'
import { AttachedFiles } from './AttachedFiles.tsx'
import { draftOf, filesOf, sentOf, withFiles } from './formFiles.ts'
import { QualificationHead } from './QualificationHead.tsx'
import '#modules/review/applying/pages/apply.css'

type Apply1 = Output<ApiContract['GET /qualification/getApply1']>

/** 能力评价申请表: filled in beside the conditions of its level, looked over, handed in; after a return what was marked. */
export default function MyQualificationForm() {
  const { pathname } = useLocation()
  const id = Number(pathname.split('/').at(-1))
  const answer = useApi('GET /qualification/getApply1', { id })
  return (
    <States answer={answer} lines={12}>
      {({ apply, ...form }) => (
        <>
          <QualificationHead apply={apply} remarks={form.auditReason} />
          {form.editable ? <Filling form={form} apply={apply} /> : <HandedIn form={form} id={id} />}
        </>
      )}
    </States>
  )
}

type Parts = { apply: Apply1['apply']; form: Omit<Apply1, 'apply'> }

function Filling({ apply: { id, version, childId, levelName, applyType }, form }: Parts) {
  const navigate = useNavigate()
  const [answers, setAnswers] = useState<Record<string, string>>({})
  const [checking, setChecking] = useState(false)
  const draft = useDraft({
    id: `qualification-${id}`,
    values: draftOf(form),
    version,
    save: (values, version) =>
      browserApi('POST /qualification/apply1Submit', { ...sentOf(values), id, version, answers, action: 'save' }),
  })
  const handing = useSubmit('POST /qualification/apply1Submit')
  const handIn = async () => {
    await draft.flush()
    const { version, values } = draft.get()
    const done = await handing.submit({ ...sentOf(values), id, version, answers, action: 'submit' })
    if (!done) return setChecking(false)
    draft.finish(done.version)
    navigate(`/admin/user/qualification/${id}`)
  }
  const newer = async () => {
    const { apply, ...now } = await browserApi('GET /qualification/getApply1', { id })
    return { values: draftOf(now), version: apply.version }
  }
  const answer = (name: string, text: string) => setAnswers({ ...answers, [name]: text })
  const files = filesOf(draft.values)
  const materials = (
    <MaterialFields
      materials={form.materials}
      kept={{
        files,
        answers,
        answer,
        matches: {},
        change: (code, changed) => draft.change(withFiles(draft.get().values, code, changed)),
      }}
      errors={handing.fields}
      remarks={form.auditReason}
    />
  )
  if (checking)
    return (
      <LookOver busy={handing.busy} onBack={() => setChecking(false)} onConfirm={() => void handIn()}>
        <FormAnswers fields={form.fields} values={draft.values} />
        <AttachedFiles materials={form.materials} files={files} />
      </LookOver>
    )
  return (
    <>
      {restsOnConditions(applyType) && <MeterStrip childId={childId} levelName={levelName} values={draft.values} />}
      <section className="centre-card">
        <Form
          fields={form.fields}
          values={draft.values}
          onChange={draft.change}
          errors={handing.fields}
          message={handing.error?.message}
          open={name => form.openFields.includes(name)}
          remarks={form.auditReason}
          answers={answers}
          onAnswer={answer}
          labelOf={code => form.materials.find(one => one.code === code)?.name}
          fillers={{ persons: { label: '带入本单位人员', rows: () => form.people } }}
          onSubmit={() => setChecking(true)}
        >
          {form.materials.length > 0 && (
            <fieldset className="form-section">
              <legend>随表材料</legend>
              {materials}
            </fieldset>
          )}
          {handing.error && Object.keys(handing.fields).length === 0 && (
            <p role="alert" className="field-error">
              {handing.error.message}
            </p>
          )}
          <div className="form-actions">
            <SaveState draft={draft} newer={newer} />
            <Button size="large" type="primary" htmlType="submit">
              下一步：核对并提交
            </Button>
          </div>
        </Form>
      </section>
    </>
  )
}

/** Nothing to fill in now: what was handed in, and where to see how it goes on. */
const HandedIn = ({ form: { fields, form, materials }, id }: Pick<Parts, 'form'> & { id: number }) => (
  <section className="centre-card">
    <h2>已提交的申请表</h2>
    <FormAnswers fields={fields} values={form as FormValues} />
    <AttachedFiles
      materials={materials}
      files={Object.fromEntries(materials.map(({ code, files }) => [code, files]))}
    />
    <p className="form-actions">
      <Link className="button" to={`/admin/user/qualification/${id}`}>
        查看进度
      </Link>
    </p>
  </section>
)
