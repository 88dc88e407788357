export default function StaffAccount() {
  return null
}
