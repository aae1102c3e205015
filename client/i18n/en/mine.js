export default {
  myGroups: "Your groups",
  groupSize: "{n} member|{n} members",
  someWait: "{n} waiting|{n} waiting",
  waitsForOwner: "Waiting for an owner to let you in",
};
