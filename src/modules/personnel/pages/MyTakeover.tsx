import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import type { FormValues } from '#lib/form/form.ts'
import { ApplicationTag } from '#modules/review/applying/pages/ApplicationTag.tsx'
import type { UploadedFile } from '#ui/file/Upload.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Remark } from '#ui/form/Remarks.tsx'
import { States } from '#ui/States.tsx'
import type { Route } from './+types/MyTakeover'
import { Proof } from './identity/Proof.tsx'

export { myTakeover as handle } from './screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /person/takeover/detail', { id: pathId(params.id) }),
)

type Takeover = Output<ApiContract['GET /person/takeover/detail']>

/** An application that was sent back: what was asked for is mended, whom it is about stays. */
export default function MyTakeover({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  return (
    <States answer={answer} lines={10}>
      {of => <Mend key={of.version} of={of} />}
    </States>
  )
}

function Mend({ of }: { of: Takeover }) {
  const navigate = useNavigate()
  const [values, setValues] = useState<FormValues>({ ...of.form, ...of.masked })
  const [files, setFiles] = useState<UploadedFile[]>(of.proof)
  const [answers, setAnswers] = useState<Record<string, string>>({})
  const { submit, busy, error, fields } = useSubmit('POST /person/takeover')
  const asked = of.remarks.find(({ slot }) => slot === 'proof')
  const answer = (name: string) =>
    of.canMend ? (text: string) => setAnswers(before => ({ ...before, [name]: text })) : undefined
  const send = async () => {
    const form = Object.fromEntries(of.openFields.map(name => [name, values[name]]))
    const { applyId, version } = of
    const done = await submit({ applyId, version, form, answers, fileIds: files.map(({ id }) => id) })
    if (!done) return
    announce(done.status === 'approved' ? '原单位已登记离开，人员已转入' : '已再次提交，等待核对')
    navigate(`/admin/user/doing/${applyId}`)
  }
  return (
    <section className="centre-card">
      <div className="centre-card-head">
        <h2>人员转入：{String(of.form.name)}</h2>
        <ApplicationTag status={of.status} name={of.statusName} />
      </div>
      <p>
        {of.canMend && of.deadline && `请在 ${of.deadline} 前补正。`}
        <Link to={`/admin/user/doing/${of.applyId}`}>查看办理进度</Link>
      </p>
      <Form
        fields={of.fields}
        values={values}
        onChange={setValues}
        errors={fields}
        message={error?.message}
        open={name => of.canMend && of.openFields.includes(name)}
        remarks={of.remarks}
        answers={answers}
        onAnswer={of.canMend ? (name, text) => answer(name)!(text) : undefined}
        onSubmit={() => void send()}
      >
        <Proof
          files={files}
          change={setFiles}
          error={fields.proof}
          readOnly={!of.canMend}
          before={
            asked && (
              <Remark
                name="proof"
                remark={asked}
                answer={answers.proof ?? asked.answer ?? ''}
                onAnswer={answer('proof')}
              />
            )
          }
        />
        {error && Object.keys(fields).length === 0 && <Problem>{error.message}</Problem>}
        {of.canMend && (
          <div className="form-actions">
            <Button type="primary" htmlType="submit" loading={busy}>
              再次提交
            </Button>
          </div>
        )}
      </Form>
    </section>
  )
}
