import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { FieldErrors, FormValues } from '#lib/form/form.ts'
import { Form } from '#ui/form/Form.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import type { Filler } from '#ui/form/Rows.tsx'
import { SaveState } from '#ui/form/SaveState.tsx'
import { FoldingSection } from '#ui/form/sections/FoldingSection.tsx'
import { FormContents, MIN_SECTIONS_FOR_CONTENTS } from '#ui/form/sections/FormContents.tsx'
import { WaitingForm } from '#ui/form/waiting/WaitingForm.tsx'
import { AttachedFiles } from '../applying/pages/AttachedFiles.tsx'
import { MaterialFields } from '../applying/pages/MaterialFields.tsx'
import { ReviewStep } from '../applying/pages/ReviewStep.tsx'
import { ConfirmOnline } from '../confirming/pages/ConfirmOnline.tsx'
import { CopyForm, type WithEarlier } from './CopyEarlier.tsx'
import { FormAnswers } from './FormAnswers.tsx'
import { FILES, partsOfForm } from './partsOfForm.ts'
import { type ApplicationFilling, type OwnForm, useApplicationForm } from './useApplicationForm.ts'
import './apply.css'

type Slot = (filling: ApplicationFilling) => ReactNode
type Props = Parameters<typeof useApplicationForm>[0] & {
  of: OwnForm & WithEarlier
  /** Accessible name of the form. */
  label?: string
  /** Prefilled rows for fields with rows, by field name. */
  fillers?: Record<string, Filler>
  /** Returns hints for fields while they are filled in. */
  noticesIn?: (values: FormValues) => FieldErrors
  /** Above the form while it is filled in, such as the conditions that it must meet. */
  beside?: Slot
  /** Below the form while it is filled in. */
  below?: Slot
  /** Replaces the generated form. */
  body?: Slot
  /** Around the places for files. */
  materials?: (places: ReactNode, filling: ApplicationFilling) => ReactNode
  /** Further buttons. */
  acts?: Slot
  /** Summary shown for review; defaults to the answers and the files. */
  summary?: Slot
  confirm?: string
}

/** The one form of the applicant: a list of fields that keeps itself, what was asked for at them, the files that go with it. */
export function ApplicationForm({ of, draftName, begin, ...slots }: Props) {
  const filling = useApplicationForm({ of, draftName, begin })
  const { draft, busy, error, errors } = filling
  if (filling.isLookedOver)
    return (
      <ReviewStep
        busy={busy}
        confirm={slots.confirm}
        onBack={() => filling.goBack()}
        onConfirm={() => void filling.handIn()}
      >
        {slots.summary ? slots.summary(filling) : <ApplicationAnswers of={of} filling={filling} />}
      </ReviewStep>
    )
  const foot = (
    <>
      {of.isConfirmable && of.id !== null && (
        <ConfirmOnline id={of.id} kept={draft.version} ready={filling.isReadyBut} />
      )}
      {error && Object.keys(errors).length === 0 && <Problem>{error.message}</Problem>}
      <div className="form-actions">
        <SaveState draft={draft} newer={filling.newer} />
        {slots.acts?.(filling)}
        <Button size="large" type="primary" htmlType="submit" loading={busy}>
          下一步：核对并提交
        </Button>
      </div>
    </>
  )
  const places = <Places of={of} filling={filling} />
  const isLong = new Set(of.fields.map(({ section }) => section)).size >= MIN_SECTIONS_FOR_CONTENTS
  // A returned form shows only the marked fields, so it needs no contents.
  const contents =
    !slots.body && isLong && of.auditReason.length === 0 ? partsOfForm(of, draft.values, filling.files) : undefined
  const parts = (
    <>
      {slots.beside?.(filling)}
      {of.id !== null && of.auditReason.length === 0 && <CopyForm id={of.id} earlier={of.earlier} filling={filling} />}
      <section className="centre-card" aria-label={slots.label}>
        {slots.body ? (
          <WaitingForm className="form" onSubmit={() => void filling.lookOver()}>
            {slots.body(filling)}
            {foot}
          </WaitingForm>
        ) : (
          <Form
            fields={of.fields}
            values={draft.values}
            onChange={draft.change}
            errors={errors}
            notices={slots.noticesIn?.(draft.values)}
            message={filling.heading}
            open={name => of.openFields.includes(name)}
            remarks={of.auditReason}
            answers={filling.answers}
            onAnswer={filling.answer}
            labelOf={code => of.materials.find(one => one.code === code)?.name}
            fillers={slots.fillers}
            parts={contents}
            onSubmit={() => void filling.lookOver()}
          >
            {slots.materials
              ? slots.materials(places, filling)
              : of.materials.length > 0 && <Attached>{places}</Attached>}
            {foot}
          </Form>
        )}
      </section>
      {slots.below?.(filling)}
    </>
  )
  return (
    <div className={contents && 'form-filling'}>
      {contents && <FormContents label="申请表目录" parts={contents} />}
      <div>{parts}</div>
    </div>
  )
}

type Parts = { of: OwnForm; filling: ApplicationFilling }

export const ApplicationAnswers = ({ of, filling: { draft, files, goBack } }: Parts) => (
  <>
    <FormAnswers fields={of.fields} values={draft.values} onEdit={goBack} />
    <AttachedFiles materials={of.materials} files={files} onEdit={goBack} />
  </>
)

const Places = ({ of, filling: { files, answers, answer, changeFiles, errors } }: Parts) => (
  <MaterialFields
    materials={of.materials}
    kept={{ files, answers, answer, matches: {}, change: changeFiles }}
    errors={errors}
    remarks={of.auditReason}
  />
)

/** The part of a form that holds its files. */
export const Attached = ({ children }: { children: ReactNode }) => (
  <FoldingSection name={FILES}>{children}</FoldingSection>
)
