export default function StaffAccounts() {
  return null
}
