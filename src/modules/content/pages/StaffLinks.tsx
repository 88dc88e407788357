export default function StaffLinks() {
  return null
}
