import { listLoader } from '#layouts/screenLoader.ts'
import { readRegisterQuery } from '#lib/register/register.ts'
import { certificateFilters } from '#modules/certificates/certificateFilters.ts'
import type { Route } from './+types/StaffCertificates'
import { CertificateRegister } from './CertificateRegister.tsx'
import { IssueForm } from './IssueForm.tsx'

export { staffCertificates as handle } from '#modules/certificates/pages/screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  if (query.has('issue')) return undefined
  const { pageNum, pageSize, ...asked } = readRegisterQuery(certificateFilters, query)
  const [page, catalogues] = await Promise.all([
    api('GET /staff/certificate/list', { ...asked, pageNum, pageSize }),
    api('GET /staff/certificate/kinds', {}),
  ])
  return { asked, page, catalogues }
})

export type CertificateList = NonNullable<Route.ComponentProps['loaderData']>

/** Every certificate of every register; with `?issue=1` a new one. */
export default function StaffCertificates({ loaderData: list }: Route.ComponentProps) {
  return list ? <CertificateRegister list={list} /> : <IssueForm />
}
