import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useSubmit } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import type { FormValues } from '#lib/form/form.ts'
import { isClosed } from '#modules/review/workflow.ts'
import { Upload, type UploadedFile } from '#ui/file/Upload.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { claimFields } from '../claimForm.ts'

type Claim = Output<ApiContract['GET /member/membership']>['claim']

/** Which company it is was said at registration. */
const typedFields = claimFields.filter(({ name }) => name === 'memberNumber' || name === 'note')

/** 认领: the number that is printed on what one has, and proof of being who it names. */
export function ClaimForm({ claim, done }: { claim: Claim; done: () => void }) {
  const [values, setValues] = useState<FormValues>({})
  const [proof, setProof] = useState<UploadedFile[]>([])
  const claiming = useSubmit('POST /member/claim')
  if (claim && !isClosed(claim.status) && claim.status !== 'returned')
    return (
      <p>
        认领申请{claim.statusName}，由工作人员核对。<Link to={`/admin/user/doing/${claim.id}`}>查看进度</Link>
      </p>
    )
  const send = async () => {
    const { memberNumber, note } = values
    const sent = {
      memberNumber: String(memberNumber ?? ''),
      note: String(note ?? ''),
      fileIds: proof.map(({ id }) => id),
    }
    if (await claiming.submit(sent)) done()
  }
  return (
    <Form
      fields={typedFields}
      values={values}
      onChange={setValues}
      errors={claiming.fields}
      message={claiming.error?.message}
      labelOf={name => (name === 'proof' ? '证明材料' : undefined)}
      onSubmit={() => void send()}
    >
      <Field
        name="proof"
        label="证明材料"
        required
        group
        error={claiming.fields.proof}
        hint="加盖公章的认领函（写明单位、统一社会信用代码、本账号用户名和经办人），以及会员证书、营业执照等，可多份"
      >
        {described => (
          <Upload {...described} use="material" max={5} value={proof} onChange={setProof} label="证明材料" />
        )}
      </Field>
      {claiming.error && Object.keys(claiming.fields).length === 0 && <Problem>{claiming.error.message}</Problem>}
      <p className="form-actions">
        <Button type="primary" htmlType="submit" loading={claiming.busy}>
          提交认领
        </Button>
      </p>
    </Form>
  )
}
