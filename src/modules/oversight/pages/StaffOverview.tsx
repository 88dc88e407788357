export default function StaffOverview() {
  return null
}
