import { useNavigate } from 'react-router'

/** What the page of an application knows of how one came to it. */
export type FromForm = { handedIn?: true } | null

/** From the form to what came of handing in: the number, and what follows. */
export function useReceipt() {
  const navigate = useNavigate()
  return (id: number) => void navigate(`/admin/user/doing/${id}`, { state: { handedIn: true } satisfies FromForm })
}
