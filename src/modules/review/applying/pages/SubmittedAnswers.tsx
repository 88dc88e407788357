import { FormAnswers } from '#modules/review/pages/FormAnswers.tsx'
import type { OwnForm } from '#modules/review/pages/useApplicationForm.ts'
import { AttachedFiles } from './AttachedFiles.tsx'

export const SubmittedAnswers = ({ fields, form, materials }: Pick<OwnForm, 'fields' | 'form' | 'materials'>) => (
  <>
    <FormAnswers fields={fields} values={form} />
    <AttachedFiles
      materials={materials}
      files={Object.fromEntries(materials.map(({ code, files }) => [code, files]))}
    />
  </>
)
