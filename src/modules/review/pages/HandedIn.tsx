import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { FormAnswers } from '../applying/pages/FormAnswers.tsx'
import { AttachedFiles } from './AttachedFiles.tsx'
import type { OwnForm } from './useApplicationForm.ts'

type Props = { of: Pick<OwnForm, 'fields' | 'form' | 'materials'>; progressRoute: string; children?: ReactNode }

/** Nothing to fill in now: what was handed in, and where to see how it goes on. */
export const HandedIn = ({ of: { fields, form, materials }, progressRoute, children }: Props) => (
  <section className="centre-card">
    <h2>已提交的申请表</h2>
    {children}
    <FormAnswers fields={fields} values={form} />
    <AttachedFiles
      materials={materials}
      files={Object.fromEntries(materials.map(({ code, files }) => [code, files]))}
    />
    <p className="form-actions">
      <Link className="button" to={progressRoute}>
        查看进度
      </Link>
    </p>
  </section>
)
