import { useNavigate } from 'react-router'

/** Router state passed to the page of an application. */
export type ReceiptState = { handedIn?: true } | null

/** Returns a function that opens the receipt after submission, with the number and the next steps. */
export function useReceipt() {
  const navigate = useNavigate()
  return (id: number) => void navigate(`/admin/user/doing/${id}`, { state: { handedIn: true } satisfies ReceiptState })
}
