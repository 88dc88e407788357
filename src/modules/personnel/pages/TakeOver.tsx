import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { dayOf } from '#lib/dates.ts'
import type { FormValues } from '#lib/form/form.ts'
import type { UploadedFile } from '#ui/file/Upload.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { takeoverFields } from '../peopleForm.ts'
import { Proof } from './identity/Proof.tsx'
import './people.css'

/** 人员转入: at once where nobody holds the person; else with proof, which is asked for only then. */
export function TakeOver() {
  const navigate = useNavigate()
  const [values, setValues] = useState<FormValues>({ idType: 'resident', fromDay: dayOf(new Date()) })
  const [files, setFiles] = useState<UploadedFile[]>([])
  /** How often it was found that proof is needed. */
  const [asked, ask] = useState(0)
  const { submit, busy, error, fields } = useSubmit('POST /person/takeover')
  const send = async () => {
    const taken = await submit({ form: values, fileIds: files.map(({ id }) => id) })
    if (!taken) return
    if (taken.status === 'needsProof') return ask(asked + 1)
    if (taken.personId !== null) {
      announce(`${values.name} 已转入本单位`)
      return navigate(`/admin/user/persons/${taken.personId}`)
    }
    announce(`转入申请已提交，编号 ${taken.number}`)
    navigate(`/admin/user/doing/${taken.applyId}`)
  }
  const missing = asked > 1 && files.length === 0 ? '请上传劳动合同或社保证明' : undefined
  return (
    <section className="centre-card">
      <h2>人员转入</h2>
      <p>
        适用于已在协会登记过的人员，证书和学时随本人一并转入。从未登记过的，请<Link to="?new=1">新增人员</Link>。
      </p>
      <Form
        fields={takeoverFields}
        values={values}
        onChange={setValues}
        errors={fields}
        message={error?.message}
        labelOf={name => (name === 'proof' ? '劳动合同或社保证明' : undefined)}
        onSubmit={() => void send()}
      >
        {asked > 0 && (
          <>
            <Alert
              className="people-told"
              role="status"
              type="info"
              showIcon
              title="此人现登记在另一家单位"
              description="请上传证明后提交申请。原单位登记其离开后随即转入；否则由协会核对证明后决定。"
            />
            <Proof files={files} change={setFiles} error={fields.proof ?? missing} />
          </>
        )}
        {error && Object.keys(fields).length === 0 && <Problem>{error.message}</Problem>}
        <div className="form-actions">
          <Button type="primary" htmlType="submit" loading={busy}>
            {asked > 0 ? '提交转入申请' : '转入'}
          </Button>
          <Button onClick={() => navigate('/admin/user/persons')}>取消</Button>
        </div>
      </Form>
    </section>
  )
}
