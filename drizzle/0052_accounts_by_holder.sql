CREATE INDEX "account_organisation_id_index" ON "account" USING btree ("organisation_id");--> statement-breakpoint
CREATE INDEX "account_person_id_index" ON "account" USING btree ("person_id");