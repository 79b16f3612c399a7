package dev.pawl.campaign;

import dev.pawl.campaign.approval.BypassCampaign;
import dev.pawl.campaign.approval.MutateCampaign;
import dev.pawl.campaign.escape.EscapeCampaign;
import dev.pawl.campaign.fleet.FleetCampaign;
import dev.pawl.campaign.flow.FlowCampaign;
import dev.pawl.campaign.fuzz.FuzzCampaign;
import dev.pawl.campaign.hidden.HiddenCampaign;
import dev.pawl.campaign.kill.KillCampaign;
import dev.pawl.campaign.load.LoadCampaign;
import dev.pawl.campaign.racer.RacerCampaign;
import dev.pawl.campaign.secrets.SecretsCampaign;
import dev.pawl.campaign.simulate.SimulateCampaign;
import dev.pawl.trial.Trial;
import dev.pawl.trial.TrialCommand;
import java.util.List;

/// `./campaign NAME [options]`: runs a long campaign. Its last line is one JSON object.
public final class Campaigns {
    /// Every campaign; a new one is one more line.
    private static final List<Trial> ALL = List.of(
            new BypassCampaign(),
            new EscapeCampaign(),
            new FleetCampaign(),
            new FlowCampaign(),
            new FuzzCampaign(),
            new HiddenCampaign(),
            new KillCampaign(),
            new LoadCampaign(),
            new MutateCampaign(),
            new RacerCampaign(),
            new SecretsCampaign(),
            new SimulateCampaign());

    private Campaigns() {}

    public static void main(String[] args) {
        System.exit(TrialCommand.dispatch("./campaign", "Long campaigns, with seed and bounds.", ALL, List.of(args)));
    }
}
