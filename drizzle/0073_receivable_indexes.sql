CREATE INDEX "receivable_account_id_index" ON "receivable" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "receivable_slip_id_index" ON "receivable" USING btree ("slip_id");--> statement-breakpoint
CREATE INDEX "receivable_invoice_file_id_index" ON "receivable" USING btree ("invoice_file_id");