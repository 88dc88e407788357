import { FormAnswers } from '../applying/pages/FormAnswers.tsx'
import { AttachedFiles } from './AttachedFiles.tsx'
import type { OwnForm } from './useApplicationForm.ts'

export const SubmittedAnswers = ({ fields, form, materials }: Pick<OwnForm, 'fields' | 'form' | 'materials'>) => (
  <>
    <FormAnswers fields={fields} values={form} />
    <AttachedFiles
      materials={materials}
      files={Object.fromEntries(materials.map(({ code, files }) => [code, files]))}
    />
  </>
)
