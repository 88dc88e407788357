import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { useSubmit } from '#api/useApi.ts'
import type { FormValues } from '#lib/form/form.ts'
import { AttachedFiles } from '#modules/qualifications/applying/pages/AttachedFiles.tsx'
import { draftOf, filesOf, sentOf, withFiles } from '#modules/qualifications/applying/pages/formFiles.ts'
import { FormAnswers } from '#modules/review/applying/pages/FormAnswers.tsx'
import { LookOver } from '#modules/review/applying/pages/LookOver.tsx'
import { MaterialFields } from '#modules/review/applying/pages/MaterialFields.tsx'
import { Form } from '#ui/form/Form.tsx'
import { SaveState } from '#ui/form/SaveState.tsx'
import { useDraft } from '#ui/form/useDraft.ts'
import { pictureFault } from '../pictureFit.ts'
import { isPosition } from '../positions.ts'
import { AdvertCost } from './AdvertCost.tsx'
import { AdvertPreview } from './AdvertPreview.tsx'
import { type AdvertInfo, HOME, type OwnAdvert } from './advertViews.ts'
import { usePicture } from './usePicture.ts'

/** As the call takes it. */
function toSend(draft: FormValues) {
  const { form, files } = sentOf(draft)
  return { form, materials: files }
}

/** The form of an advert, or of a change of it, beside what it costs and how it will look. */
export function AdvertFilling({ info, of }: { info: AdvertInfo; of: OwnAdvert }) {
  const { id } = of
  const navigate = useNavigate()
  const [answers, setAnswers] = useState<Record<string, string>>({})
  const [checking, setChecking] = useState(false)
  const handing = useSubmit('POST /cms/adverti/user/update')
  const draft = useDraft({
    id: `advert-${id}${info.mode === 'change' ? '-change' : ''}`,
    values: draftOf(info),
    version: info.version ?? undefined,
    save: (values, version) =>
      browserApi('POST /cms/adverti/user/update', { ...toSend(values), id, version, answers, action: 'save' }),
  })
  const handIn = async () => {
    await draft.flush()
    const { version, values } = draft.get()
    const done = await handing.submit({ ...toSend(values), id, version, answers, action: 'submit' })
    if (!done) return setChecking(false)
    draft.finish(done.version)
    navigate(HOME)
  }
  const newer = async () => {
    const now = await browserApi('GET /cms/adverti/user/info', { id })
    return { values: draftOf(now), version: now.version ?? undefined }
  }
  const files = filesOf(draft.values)
  const look = <Look values={draft.values} info={info} of={of} />
  const cost = info.mode === 'apply' && <AdvertCost id={id} values={draft.values} />
  if (checking)
    return (
      <LookOver busy={handing.busy} onBack={() => setChecking(false)} onConfirm={() => void handIn()}>
        {cost}
        {look}
        <FormAnswers fields={info.fields} values={draft.values} />
        <AttachedFiles materials={info.materials} files={files} />
      </LookOver>
    )
  return (
    <section className="centre-card">
      <Form
        fields={info.fields}
        values={draft.values}
        onChange={draft.change}
        errors={handing.fields}
        message={handing.error?.message}
        open={name => info.openFields.includes(name)}
        remarks={info.auditReason}
        answers={answers}
        onAnswer={(name, text) => setAnswers({ ...answers, [name]: text })}
        labelOf={code => info.materials.find(one => one.code === code)?.name}
        onSubmit={() => setChecking(true)}
      >
        {look}
        <fieldset className="form-section">
          <legend>证明材料</legend>
          <MaterialFields
            materials={info.materials}
            kept={{
              files,
              answers,
              answer: (code, text) => setAnswers({ ...answers, [code]: text }),
              matches: {},
              change: (code, changed) => draft.change(withFiles(draft.get().values, code, changed)),
            }}
            errors={handing.fields}
            remarks={info.auditReason}
          />
        </fieldset>
        {cost}
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
  )
}

type LookProps = { values: FormValues; info: AdvertInfo; of: OwnAdvert }

/** How it will look at its place, and what is wrong with the picture before anybody else says so. */
function Look({ values, info: { advertiser, mode }, of: kept }: LookProps) {
  const position = mode === 'change' ? kept.position : values.position
  const id = typeof values.picture === 'number' ? values.picture : null
  const file = usePicture(id)
  if (!isPosition(position) || id === null) return null
  // What is on the site already has been looked at.
  const fault = file && !(mode === 'change' && id === kept.imageId) && pictureFault(position, file)
  return (
    <section className="advert-look" aria-label="预览">
      {fault && <Alert type="warning" showIcon title={fault} />}
      <AdvertPreview
        position={position}
        picture={{ id }}
        title={String(values.title ?? '')}
        alt={String(values.alt ?? '')}
        advertiser={advertiser}
      />
    </section>
  )
}
