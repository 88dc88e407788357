import { Select } from 'antd'
import { useState } from 'react'
import type { ApiContract } from '#api/contract.ts'
import { useSubmit } from '#api/useApi.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { HolderPicker } from '#modules/certificates/issuing/pages/HolderPicker.tsx'
import { RegisterForm } from '#modules/members/pages/RegisterForm.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Upload, type UploadedFile } from '#ui/file/Upload.tsx'
import { Field } from '#ui/form/Field.tsx'
import { MAX_FILES } from '../complaintWords.ts'

export type ComplaintFile = Output<ApiContract['GET /staff/complaint/detail']>
export type Choices = Output<ApiContract['GET /staff/complaint/choices']>
type Props = {
  choices: Choices
  of?: ComplaintFile
  done: (id: number) => void
  cancel: () => void
  reload?: () => void
}

/** A new complaint or request, or what is known of one. */
export function ComplaintForm({ choices, of, done, cancel, reload }: Props) {
  const open = choices.kinds.filter(({ isOpen }) => isOpen)
  const [kindId, setKindId] = useState(of?.kindId ?? open[0]?.id)
  const [organisationId, setOrganisation] = useState(of?.organisation?.id ?? null)
  const [personId, setPerson] = useState(of?.person?.id ?? null)
  const [files, setFiles] = useState<UploadedFile[]>([])
  const mayPick = useMay('staff:members')
  const sending = useSubmit('POST /staff/complaint/save')
  const kind = choices.kinds.find(({ id }) => id === kindId)
  if (!kind || kindId === undefined)
    return (
      <section className="desk-card">
        <Empty title="还没有事项种类">
          <p>先在“事项种类”中设好名称、编号和期限。</p>
        </Empty>
      </section>
    )
  const isMoved =
    organisationId !== (of?.organisation?.id ?? null) || personId !== (of?.person?.id ?? null) || files.length > 0
  const save = async (form: Record<string, unknown>) => {
    const given = of ? form : { receivedOn: dayOf(new Date()), ...form }
    const saved = await sending.submit({
      ...(of && { id: of.id, version: of.version }),
      kindId,
      form: given,
      organisationId,
      personId,
      fileIds: [...(of?.files ?? []), ...files].map(({ id }) => id),
    })
    if (saved) done(saved.id)
    return saved !== undefined
  }
  return (
    <section className="desk-card">
      <h2>{of ? `修改：${of.number}` : '登记投诉或请求'}</h2>
      {!of && (
        <Field
          name="kindId"
          label="种类"
          required
          hint={`收到后 ${kind.days} 个工作日内办结`}
          error={sending.fields.kindId}
        >
          {described => (
            <Select
              {...described}
              value={kindId}
              onChange={setKindId}
              options={open.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </Field>
      )}
      <RegisterForm
        key={kindId}
        name={of ? `complaint-${of.id}` : 'new-complaint'}
        fields={of?.fields ?? kind.fields}
        form={of?.form}
        masked={of?.masked}
        isChanged={isMoved}
        save={save}
        sending={sending}
        reload={reload}
        cancel={cancel}
      >
        {mayPick && (
          <>
            <HolderPicker
              kind="organisation"
              name="organisationId"
              label="已登记的单位"
              value={organisationId}
              onChange={setOrganisation}
              error={sending.fields.organisationId}
            />
            <HolderPicker
              kind="person"
              name="personId"
              label={kind.isAboutData ? '已登记的本人' : '已登记的人员'}
              value={personId}
              onChange={setPerson}
              error={sending.fields.personId}
            />
          </>
        )}
        <Field name="fileIds" label="证据和来件" group>
          {described => (
            <Upload
              {...described}
              use="material"
              max={MAX_FILES - (of?.files.length ?? 0)}
              value={files}
              onChange={setFiles}
              label="证据和来件"
            />
          )}
        </Field>
      </RegisterForm>
    </section>
  )
}
